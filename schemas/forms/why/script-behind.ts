import { fullBudget } from '../filling/budget.ts';
import { locate } from '../filling/locate.ts';
import { pathOf, rowsOf } from '../filling/places.ts';
import { problemsOf } from '../filling/problems-of.ts';
import type { Row } from '../filling/row.ts';
import type { Form, FormContext, Problem, SoundWidget } from '../form.ts';
import { kinds } from '../kinds/kinds.ts';
import type { Script } from '../script.ts';

/** A script, and the row in which it said something. */
export interface ScriptInRow {
  readonly script: Script;
  readonly row: Row;
}

/**
 * The script that refuses what stands at the path of a problem: the field's own, or that of another widget which reads the
 * field; nothing where the form's own checks or only the server refuse it.
 */
export function scriptBehind(
  form: Form,
  top: Row,
  { path, message, context }: { path: string; message: string; context: FormContext },
): ScriptInRow | undefined {
  if (form.root.type === 'broken') return undefined;
  const { widget, row } = locate(top, path) ?? { widget: form.root, row: top };
  if (widget.key === '' || pathOf(widget, row) !== path) {
    const isSame = (problem: Problem) => problem.path === path && problem.message === message;
    return thatSaid([...validationsAbout(form, widget, row), ...keylessValidations(form, top)], isSame);
  }
  const failed = [...(row.failures ?? [])].find(([script, failure]) => script.widget === widget && failure === message);
  if (failed) return { script: failed[0], row };
  const setting = { row, context, budget: fullBudget() };
  const isOwnCheck = problemsOf({ widget, validation: null }, setting).some((each) => each.message === message);
  if (isOwnCheck) return undefined;
  // What is wrong within a value, say with one of its tags, is shown by the field.
  const holdsValue = kinds[widget.type].holds === 'value';
  const isOfField = (problem: Problem) => problem.path === path || (holdsValue && problem.path.startsWith(`${path}/`));
  const isIt = (problem: Problem) => problem.message === message && isOfField(problem);
  return thatSaid(validationsAbout(form, widget, row), isIt) ?? thatSaid(keylessValidations(form, top), isIt);
}

/** A part of the form without a key has no path of its own: what it refuses is said of the object around it. */
function keylessValidations(form: Form, top: Row): ScriptInRow[] {
  return form.scripts.flatMap(({ validation: script }) => {
    if (script?.widget.key !== '') return [];
    return rowsOf(script.widget, top, 0).map((row) => ({ script, row }));
  });
}

/** Nobody refuses a value without reading it, but for the widget's own script. */
function validationsAbout(form: Form, widget: SoundWidget, row: Row): ScriptInRow[] {
  const own = form.scripts[widget.number]?.validation;
  const readers = (form.readers[widget.number] ?? []).filter(({ script }) => script.kind === 'validation');
  const read = readers.flatMap(({ script, shared }) =>
    rowsOf(script.widget, row, shared).map((each) => ({ script, row: each })),
  );
  return own ? [{ script: own, row }, ...read] : read;
}

function thatSaid(scripts: readonly ScriptInRow[], isIt: (problem: Problem) => boolean): ScriptInRow | undefined {
  return scripts.find(({ script, row }) => row.problems?.get(script.widget.number)?.some(isIt));
}
