import type { Filling } from './filling/filling.ts';
import { rowsOf, storedValue } from './filling/places.ts';
import { valueProblems } from './filling/problems-of.ts';
import { isHiddenHere, objectIn, type Row } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { FormContext, Problem, SoundWidget } from './form.ts';
import { isEqual } from './is-equal.ts';

/** A form that is filled, and what its scripts were told. */
export interface FilledForm {
  filling: Filling;
  context: FormContext;
}

/** A problem with the field whose rule refuses: a script may refuse another field than its own. */
interface Found {
  problem: Problem;
  widget: SoundWidget;
  row: Row;
}

/**
 * The numbers of the problems of `after` that `before` has by itself: the same rule refuses the same place, and nothing that the
 * rule reads differs (design 6, 'Changes of a COMPLETE order'). Places in rows are the same where the rows' ids are.
 */
export function existingProblems(before: FilledForm, after: FilledForm): number[] {
  const earlier = new Map(problemsOf(before.filling).map((found) => [keyOf(found, before.filling.top), found]));
  return problemsOf(after.filling).flatMap((found, index) => {
    const same = earlier.get(keyOf(found, after.filling.top));
    return same && isEqual(readBy(found, after), readBy(same, before)) ? [index] : [];
  });
}

/** What refuses the data, in the order of the form, as `Filling.problems` has it. */
function problemsOf(filling: Filling): Found[] {
  filling.problems();
  const found: Found[] = [];
  walk(filling.form.root, filling.top, (widget, row) => {
    if (widget.type !== 'broken')
      for (const problem of row.problems?.get(widget.number) ?? []) found.push({ problem, widget, row });
    return !isHiddenHere(widget, row);
  });
  return found;
}

/** Which rule refuses which place, with rows by their ids. */
function keyOf({ problem, widget, row }: Found, top: Row): string {
  return JSON.stringify([widget.place, idsOf(row), idsAlong(top, problem.path), problem.message]);
}

const idsOf = ({ id, parent }: Row): string[] => (parent ? [...idsOf(parent), id] : []);

/** The keys of a JSON pointer, with the ids of rows in the place of their numbers. */
function idsAlong(top: Row, path: string): unknown[] {
  let value: unknown = top.data;
  return path
    .split('/')
    .slice(1)
    .map((key) => {
      const isRow = Array.isArray(value);
      value = value === null || typeof value !== 'object' ? undefined : Reflect.get(value, key);
      const id: unknown = value === null || typeof value !== 'object' ? undefined : Reflect.get(value, '_id');
      return isRow && id !== undefined ? id : key;
    });
}

/** All that the rule behind a problem read: the field's own value, or what its script reads of fields and of the order. */
function readBy({ problem: { message }, widget, row }: Found, { filling, context }: FilledForm): unknown {
  const own = storedValue(widget, row) ?? null;
  if (valueProblems(widget, own, context).includes(message)) return [own];
  const failed = [...(row.failures ?? [])].find(([, failure]) => failure === message)?.[0];
  const script = failed ?? filling.form.scripts[widget.number]?.validation;
  return [
    script?.reads.map((read) =>
      rowsOf(read.widget, row, read.shared).map((each) => [idsOf(each), seenValue(read.widget, each)]),
    ),
    script?.asks.map((name) => Reflect.get(context, name)),
  ];
}

/** A widget's value as scripts see it. */
const seenValue = ({ scope, key }: SoundWidget, row: Row): unknown => objectIn(row.view, scope)?.[key];
