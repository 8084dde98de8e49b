import { formAmount } from './amount.ts';
import { changesToReadonly } from './changes-to-readonly.ts';
import { existingProblems, type FilledForm } from './existing-problems.ts';
import { type Budget, fullBudget } from './filling/budget.ts';
import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormData, Normalized, Problem, Scope } from './form.ts';
import { initialValues } from './initial-values.ts';
import { isRecord } from './is-record.ts';
import { normalise } from './normalise.ts';
import { dataInSight } from './without-hidden.ts';

/** What a form is filled with, and what is to be told of it. */
export interface FillIn {
  data: FormData;
  /**
   * How the data come: over the form's initial values, the same from another order, whose rows lack what is worked out anew,
   * from a person, or as they are stored, which is in normal form.
   */
  as: 'new' | 'copied' | 'sent' | 'stored';
  /** Whether lists are padded up to minItems; true if not said. */
  pad?: boolean;
  /** What the data were before, for what of them a person may not change; of new ones that is the initial values. */
  before?: FormData;
  /** Whether the data are wanted as they are submitted, too. */
  isSubmitted?: boolean;
  /** What the order holds that these data are a change of: tells which problems it has by itself. */
  booked?: Pick<FormContext, 'client' | 'user' | 'channel'> & { data: FormData };
}

/** All that a save asks of a form, from one look at it. */
export interface Filled {
  /** In normal form and calculated. */
  data: FormData;
  normalized: Normalized[];
  /** What refuses the data, as `check` says it. */
  problems: Problem[];
  /** The numbers of those problems that the booked data have by themselves, as `existingProblems` says it. */
  existing?: number[];
  /** What of them a person may not change, as `changesToReadonly` says it; none where nothing was before. */
  locked: Problem[];
  /** What of them counts as money, as `formAmount` says it. */
  amount: number | null;
  /** The data without what scripts hide, where they are submitted. */
  submitted?: FormData;
}

/** Fills a form as a save does: all its scripts together spend the one budget. Never throws, whatever the data are. */
export function fill(form: Form, asked: FillIn, context: FormContext, budget: Budget = fullBudget()): Filled {
  const isCopied = asked.as === 'copied';
  const initial = asked.as === 'new' || isCopied ? initialValues(form, context, budget) : undefined;
  const { data, normalized } =
    asked.as === 'stored'
      ? { data: asked.data, normalized: [] }
      : normalise(form, initial ? overInitial(form.scope, initial, asked.data) : asked.data, {
          ...context,
          pad: asked.pad ?? true,
        });
  const filling = createFilling(form, data, context, { calculation: isCopied ? 'emptyInRows' : 'calculated', budget });
  const calculated = filling.data();
  const before = asked.before ?? initial;
  const problems = [...filling.problems()];
  return {
    data: calculated,
    normalized,
    problems,
    ...(asked.booked && problems.length > 0 ? { existing: existingIn({ filling, context }, asked.booked) } : {}),
    locked: before ? changesToReadonly(form, { before, after: calculated, calculated }, context) : [],
    amount: formAmount(filling),
    ...(asked.isSubmitted ? { submitted: dataInSight(filling) } : {}),
  };
}

function existingIn(after: FilledForm, { data, ...about }: NonNullable<FillIn['booked']>): number[] {
  const context = { ...after.context, ...about };
  const filling = createFilling(after.filling.form, data, context, { calculation: 'none' });
  return existingProblems({ filling, context }, after);
}

/** Data over what a form begins with: in the object of a group, what is not given begins so as well. */
function overInitial({ owners }: Scope, initial: FormData, data: FormData): FormData {
  const over: FormData = { ...initial, ...data };
  for (const [key, { scope, inner }] of owners) {
    const [first, given] = [initial[key], Object.hasOwn(data, key) ? data[key] : undefined];
    if (inner !== scope && inner.depth === scope.depth && isRecord(first) && isRecord(given))
      over[key] = overInitial(inner, first, given);
  }
  return over;
}
