import { formAmount } from './amount.ts';
import { changesToReadonly } from './changes-to-readonly.ts';
import { existingProblems, type FilledForm } from './existing-problems.ts';
import { type Budget, fullBudget } from './filling/budget.ts';
import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormScope, FormValues, Normalized, Problem } from './form.ts';
import { initialValues } from './initial-values.ts';
import { isRecord } from './is-record.ts';
import { normalise } from './normalise.ts';
import { visibleData } from './without-hidden.ts';

/** The input of `fill`: form data and what to compute. */
export interface FillRequest {
  data: FormValues;
  /**
   * The origin of the data. `new`: on top of the form's initial values. `copied`: the same for a copy of another order,
   * whose rows lack values that must be computed again. `sent`: from a person. `stored`: from the database, in normal
   * form.
   */
  as: 'new' | 'copied' | 'sent' | 'stored';
  /** Whether lists are padded to minItems; true by default. */
  pad?: boolean;
  /** The previous data, for the check of read-only fields; for new data the initial values. */
  before?: FormValues;
  /** Whether to compute the data for a submission, too. */
  isSubmitted?: boolean;
  /** The data of the COMPLETE order that these data are a change of; tells which problems already exist. */
  booked?: Pick<FormContext, 'client' | 'user' | 'channel'> & { data: FormValues };
}

/** The result of `fill`: everything that a save needs, from one filling. */
export interface FillResult {
  /** Normalized and calculated data. */
  data: FormValues;
  normalized: Normalized[];
  /** Validation problems, as `check` returns them. */
  problems: Problem[];
  /** The indexes of the problems that the booked data already have (see `existingProblems`). */
  existing?: number[];
  /** Forbidden changes to read-only fields (see `changesToReadonly`); empty if there are no previous data. */
  locked: Problem[];
  /** The total of the counted money fields (see `formAmount`). */
  amount: number | null;
  /** The data without hidden fields, for a submission. */
  submitted?: FormValues;
}

/**
 * Fills a form as a save does: normalizes, calculates and validates. All scripts share one step budget. Never throws,
 * whatever the data are.
 */
export function fill(
  form: Form,
  request: FillRequest,
  context: FormContext,
  budget: Budget = fullBudget(),
): FillResult {
  const isCopied = request.as === 'copied';
  const initial = request.as === 'new' || isCopied ? initialValues(form, context, budget) : undefined;
  const { data, normalized } =
    request.as === 'stored'
      ? { data: request.data, normalized: [] }
      : normalise(form, initial ? overInitial(form.scope, initial, request.data) : request.data, {
          ...context,
          pad: request.pad ?? true,
        });
  const filling = createFilling(form, data, context, { calculation: isCopied ? 'emptyInRows' : 'calculated', budget });
  const calculated = filling.data();
  const before = request.before ?? initial;
  const problems = [...filling.problems()];
  return {
    data: calculated,
    normalized,
    problems,
    ...(request.booked && problems.length > 0 ? { existing: existingIn({ filling, context }, request.booked) } : {}),
    locked: before ? changesToReadonly(form, { before, after: calculated, calculated }, context) : [],
    amount: formAmount(filling),
    ...(request.isSubmitted ? { submitted: visibleData(filling) } : {}),
  };
}

function existingIn(after: FilledForm, { data, ...about }: NonNullable<FillRequest['booked']>): number[] {
  const context = { ...after.context, ...about };
  const filling = createFilling(after.filling.form, data, context, { calculation: 'none' });
  return existingProblems({ filling, context }, after);
}

/** Merges data over the initial values, also inside the objects of groups. */
function overInitial({ owners }: FormScope, initial: FormValues, data: FormValues): FormValues {
  const over: FormValues = { ...initial, ...data };
  for (const [key, { scope, inner }] of owners) {
    const [first, given] = [initial[key], Object.hasOwn(data, key) ? data[key] : undefined];
    if (inner !== scope && inner.depth === scope.depth && isRecord(first) && isRecord(given))
      over[key] = overInitial(inner, first, given);
  }
  return over;
}
