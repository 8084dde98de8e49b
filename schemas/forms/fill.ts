import { formAmount } from './amount.ts';
import { existingProblems, type FilledForm } from './existing-problems.ts';
import { type Budget, fullBudget } from './filling/budget.ts';
import { createFilling, type Filling } from './filling/filling.ts';
import { locateWidget } from './filling/locate.ts';
import { isLockedHere } from './filling/row.ts';
import type { Form, FormContext, FormScope, FormValues, NormalizedValue, Problem, ValidWidget } from './form.ts';
import { isEqual } from './is-equal.ts';
import { isRecord } from './is-record.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { type NormalContext, normalise, normalObject, normalOf, openPass } from './normal-value.ts';
import { pointerOf } from './pointer.ts';
import { visibleData } from './without-hidden.ts';

/** The data of a new order: the normal form of empty data, with the widgets' initial values (design 7). */
export function initialValues(form: Form, context: FormContext, budget: Budget = fullBudget()): FormValues {
  const pass = openPass(context, { isNew: true });
  return createFilling(form, normalObject(pass, form.scope, {}), context, { calculation: 'all', budget }).data();
}

/**
 * Evaluates all calculated fields: those with a non-static initialValue on a readonly or disabled widget (design 7).
 * Call it on normalized data, before validating and storing them.
 */
export function calculate(form: Form, data: FormValues, context: FormContext): FormValues {
  return createFilling(form, data, context, { calculation: 'calculated' }).data();
}

/**
 * Validates data in normal form (design 7): missing required fields, values that are no option, and rejections of
 * validation scripts, in the order of the form. Paths are JSON pointers within the form's data.
 */
export function check(form: Form, data: FormValues, context: FormContext): Problem[] {
  return [...createFilling(form, data, context, { calculation: 'none' }).problems()];
}

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
  normalized: NormalizedValue[];
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
    locked: before
      ? changesToReadonly(form, { before, after: calculated, calculated }, { ...context, budget, filling })
      : [],
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

/** A change of normalized data: the old and the new data, and the new data with calculated values. */
interface Change {
  before: FormValues;
  after: FormValues;
  calculated: FormValues;
}

/**
 * Rejects changes to readonly and disabled widgets, unless the value is the old or the calculated one (design 7). A new
 * row may have its initial values.
 */
export function changesToReadonly(form: Form, change: Change, context: ComparisonContext): Problem[] {
  const comparison: Comparison = {
    problems: [],
    keys: [],
    keysBefore: [],
    context,
    locks: scriptLocks(form, change.before, context),
  };
  compareObjects(comparison, form.scope, change);
  return comparison.problems;
}

type ComparisonContext = NormalContext & FormContext & { budget?: Budget; filling?: Filling };

interface Comparison {
  readonly problems: Problem[];
  readonly keys: (string | number)[];
  /** The same place in the old data, where rows may have another index. Null in a new row. */
  readonly keysBefore: (string | number | null)[];
  readonly context: NormalContext;
  readonly locks: ScriptLocks | null;
}

/** Whether scripts lock the value at these keys, in the old and in the new data. */
type ScriptLocks = (comparison: Pick<Comparison, 'keys' | 'keysBefore'>) => boolean;

/**
 * The locks of readonlyScripts; null if the form has none. A value is locked if it was before the change and still is:
 * a person may change it together with the answer that locks or unlocks it.
 */
function scriptLocks(
  form: Form,
  before: FormValues,
  { budget, filling, ...context }: ComparisonContext,
): ScriptLocks | null {
  if (!filling || !form.scripts.some(({ readonly }) => readonly !== null)) return null;
  const earlier = createFilling(form, before, context, { calculation: 'none', ...(budget ? { budget } : {}) });
  const isLockedIn = ({ top }: Filling, keys: readonly (string | number)[]) => {
    const found = locateWidget(top, pointerOf(keys));
    return found !== undefined && isLockedHere(found.widget, found.row);
  };
  return ({ keys, keysBefore }) => {
    const old = keysBefore.filter((key) => key !== null);
    return old.length === keysBefore.length && isLockedIn(filling, keys) && isLockedIn(earlier, old);
  };
}

/** The same place in the three sets of data. */
interface Versions {
  before: unknown;
  after: unknown;
  calculated: unknown;
}

function compareObjects(comparison: Comparison, scope: FormScope, objects: Versions): void {
  for (const [key, widget] of scope.owners) {
    comparison.keys.push(key);
    comparison.keysBefore.push(key);
    compareValues(comparison, widget, {
      before: own(objects.before, key),
      after: own(objects.after, key),
      calculated: own(objects.calculated, key),
    });
    comparison.keys.pop();
    comparison.keysBefore.pop();
  }
}

function compareValues(comparison: Comparison, widget: ValidWidget, values: Versions): void {
  const { before, after, calculated } = values;
  const { holds } = widgetKinds[widget.type];
  if (holds === 'group') compareObjects(comparison, widget.inner, values);
  else if (!widget.isLocked && !comparison.locks?.(comparison)) {
    if (holds === 'rows') compareRows(comparison, widget, values);
  } else if (!isEqual(after, before) && !(isCalculated(widget) && isEqual(after, calculated))) {
    // A value that was stored before a normalization rule changed, such as text with trailing white space, becomes
    // normal with the next save.
    if (isEqual(after, normalOf(widget, before, comparison.context))) return;
    const path = pointerOf(comparison.keys);
    comparison.problems.push({ path, value: after ?? null, message: 'This field cannot be changed' });
  }
}

/** Rows are matched by their `_id`, so that moving one changes nothing in it. */
function compareRows(comparison: Comparison, { inner }: ValidWidget, { before, after, calculated }: Versions): void {
  const earlier = new Map(listOf(before).map((row, index) => [own(row, '_id'), { row, index }]));
  for (const [index, row] of listOf(after).entries()) {
    const known = earlier.get(own(row, '_id'));
    comparison.keys.push(index);
    comparison.keysBefore.push(known?.index ?? null);
    const fresh = () => normalObject(openPass(comparison.context, { isNew: true }), inner, {});
    const was = known?.row ?? fresh();
    compareObjects(comparison, inner, { before: was, after: row, calculated: listOf(calculated)[index] });
    comparison.keys.pop();
    comparison.keysBefore.pop();
  }
}

const isCalculated = ({ config }: ValidWidget) => config.initialValue !== undefined && !config.initialValue.static;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const own = (object: unknown, key: string): unknown =>
  isRecord(object) && Object.hasOwn(object, key) ? object[key] : undefined;
