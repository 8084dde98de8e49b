import { fullBudget } from './filling/budget.ts';
import type { Filling } from './filling/filling.ts';
import { rowsOfWidget, storedValue } from './filling/places.ts';
import { isHiddenHere, objectIn, type Row } from './filling/row.ts';
import { limitsOf, valueProblems } from './filling/validate-widget.ts';
import { walk } from './filling/walk.ts';
import type { FormContext, Problem, ValidWidget } from './form.ts';
import { isEqual } from './is-equal.ts';
import { noScripts, type Script } from './script.ts';

/** A filled form and the context that its scripts saw. */
export interface FilledForm {
  filling: Filling;
  context: FormContext;
}

/** A problem and the widget whose rule caused it: a script may reject another field than its own. */
interface FoundProblem {
  problem: Problem;
  widget: ValidWidget;
  row: Row;
}

/**
 * The indexes of the problems in `after` that already exist in `before`: the same rule rejects the same place, and
 * everything the rule reads is equal (design 6, 'Changes of a COMPLETE order'). Rows are matched by id.
 */
export function existingProblems(before: FilledForm, after: FilledForm): number[] {
  const earlier = new Map(problemsOf(before.filling).map((found) => [keyOf(found, before.filling.top), found]));
  return problemsOf(after.filling).flatMap((found, index) => {
    const same = earlier.get(keyOf(found, after.filling.top));
    return same && isEqual(readBy(found, after), readBy(same, before)) ? [index] : [];
  });
}

/** The validation problems in the order of the form, like `Filling.problems`, each with its widget and row. */
function problemsOf(filling: Filling): FoundProblem[] {
  filling.problems();
  const found: FoundProblem[] = [];
  walk(filling.form.root, filling.top, (widget, row) => {
    if (widget.type !== 'broken')
      for (const problem of row.problems?.get(widget.number) ?? []) found.push({ problem, widget, row });
    return !isHiddenHere(widget, row);
  });
  return found;
}

/** A key for the rule and the place that it rejects, with rows by id. */
function keyOf({ problem, widget, row }: FoundProblem, top: Row): string {
  return JSON.stringify([widget.place, idsOf(row), idsAlong(top, problem.path), problem.message]);
}

const idsOf = ({ id, parent }: Row): string[] => (parent ? [...idsOf(parent), id] : []);

/** The keys of a JSON pointer, with row ids instead of indexes. */
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

/**
 * Everything that the rule behind a problem reads: the field's own value, or the fields and context variables that its
 * script reads.
 */
function readBy({ problem: { message }, widget, row }: FoundProblem, { filling, context }: FilledForm): unknown {
  const own = storedValue(widget, row) ?? null;
  const scripts = filling.form.scripts[widget.number] ?? noScripts;
  if (valueProblems(widget, own, { row, context }).includes(message))
    return [own, ...scripts.option.map((script) => inputsOf(script, row, context))];
  const setting = { row, context, budget: fullBudget() };
  const limit = limitsOf(scripts).find((each) => each.runner.limitErrors(each, setting, own).includes(message));
  if (limit) return [own, ...inputsOf(limit, row, context)];
  const failed = [...(row.failures ?? [])].find(([, failure]) => failure === message)?.[0];
  return inputsOf(failed ?? scripts.validation, row, context);
}

/** What a script reads in a row: fields with their rows, and context variables. */
const inputsOf = (script: Script | null, row: Row, context: FormContext): unknown[] => [
  script?.reads.map((read) =>
    rowsOfWidget(read.widget, row, read.shared).map((each) => [idsOf(each), seenValue(read.widget, each)]),
  ),
  script?.contextVariables.map((name) => Reflect.get(context, name)),
];

/** A widget's value as scripts see it. */
const seenValue = ({ scope, key }: ValidWidget, row: Row): unknown => objectIn(row.view, scope)?.[key];
