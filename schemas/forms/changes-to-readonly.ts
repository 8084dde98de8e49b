import type { Form, FormData, Problem, Scope, SoundWidget } from './form.ts';
import { isEqual } from './is-equal.ts';
import { isRecord } from './is-record.ts';
import { kinds } from './kinds/kinds.ts';
import { type NormalContext, normalObject, normalOf, openPass } from './normal-value.ts';
import { pointerOf } from './pointer.ts';

/** A change of data in normal form: what was, what is sent, and what `calculate` makes of that. */
interface Change {
  before: FormData;
  after: FormData;
  calculated: FormData;
}

/**
 * What of a change a person may not make: values of readonly and disabled widgets that are neither what they were nor
 * what is calculated for them (design 7). A new row may hold what new rows begin with.
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

/** The same place in three sets of data. */
interface Three {
  before: unknown;
  after: unknown;
  calculated: unknown;
}

function compareObjects(comparison: Comparison, scope: Scope, objects: Three): void {
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

function compareValues(comparison: Comparison, widget: SoundWidget, values: Three): void {
  const { before, after, calculated } = values;
  const { holds } = kinds[widget.type];
  if (holds === 'group') compareObjects(comparison, widget.inner, values);
  else if (!widget.isLocked) {
    if (holds === 'rows') compareRows(comparison, widget, values);
  } else if (!isEqual(after, before) && !(isCalculated(widget) && isEqual(after, calculated))) {
    // What was stored before a normal form changed, say a text with a blank behind it, becomes normal with the next save.
    if (isEqual(after, normalOf(widget, before, comparison.context))) return;
    const path = pointerOf(comparison.keys);
    comparison.problems.push({ path, value: after ?? null, message: 'This field can not be changed' });
  }
}

/** Rows are told apart by their `_id`, so that moving one changes nothing in it. */
function compareRows(comparison: Comparison, { inner }: SoundWidget, { before, after, calculated }: Three): void {
  const earlier = new Map(listOf(before).map((row) => [own(row, '_id'), row]));
  for (const [index, row] of listOf(after).entries()) {
    comparison.keys.push(index);
    const fresh = () => normalObject(openPass(comparison.context, { isNew: true }), inner, {});
    const was = earlier.get(own(row, '_id')) ?? fresh();
    compareObjects(comparison, inner, { before: was, after: row, calculated: listOf(calculated)[index] });
    comparison.keys.pop();
  }
}

const isCalculated = ({ config }: SoundWidget) => config.initialValue !== undefined && !config.initialValue.static;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const own = (object: unknown, key: string): unknown =>
  isRecord(object) && Object.hasOwn(object, key) ? object[key] : undefined;
