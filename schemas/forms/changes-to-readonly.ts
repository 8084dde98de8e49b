import type { Form, FormScope, FormValues, Problem, ValidWidget } from './form.ts';
import { isEqual } from './is-equal.ts';
import { isRecord } from './is-record.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { type NormalContext, normalObject, normalOf, openPass } from './normal-value.ts';
import { pointerOf } from './pointer.ts';

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
export function changesToReadonly(form: Form, change: Change, context: NormalContext): Problem[] {
  const comparison: Comparison = { problems: [], keys: [], context };
  compareObjects(comparison, form.scope, change);
  return comparison.problems;
}

interface Comparison {
  readonly problems: Problem[];
  readonly keys: (string | number)[];
  readonly context: NormalContext;
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
    compareValues(comparison, widget, {
      before: own(objects.before, key),
      after: own(objects.after, key),
      calculated: own(objects.calculated, key),
    });
    comparison.keys.pop();
  }
}

function compareValues(comparison: Comparison, widget: ValidWidget, values: Versions): void {
  const { before, after, calculated } = values;
  const { holds } = widgetKinds[widget.type];
  if (holds === 'group') compareObjects(comparison, widget.inner, values);
  else if (!widget.isLocked) {
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
  const earlier = new Map(listOf(before).map((row) => [own(row, '_id'), row]));
  for (const [index, row] of listOf(after).entries()) {
    comparison.keys.push(index);
    const fresh = () => normalObject(openPass(comparison.context, { isNew: true }), inner, {});
    const was = earlier.get(own(row, '_id')) ?? fresh();
    compareObjects(comparison, inner, { before: was, after: row, calculated: listOf(calculated)[index] });
    comparison.keys.pop();
  }
}

const isCalculated = ({ config }: ValidWidget) => config.initialValue !== undefined && !config.initialValue.static;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const own = (object: unknown, key: string): unknown =>
  isRecord(object) && Object.hasOwn(object, key) ? object[key] : undefined;
