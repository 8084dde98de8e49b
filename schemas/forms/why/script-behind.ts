import { fullBudget } from '../filling/budget.ts';
import { locateWidget } from '../filling/locate.ts';
import { pathOf, rowsOfWidget } from '../filling/places.ts';
import type { Row } from '../filling/row.ts';
import { validateWidget } from '../filling/validate-widget.ts';
import type { Form, FormContext, Problem, ValidWidget } from '../form.ts';
import { widgetKinds } from '../kinds/kinds.ts';
import { noScripts, type Script } from '../script.ts';

/** A script and the row in which it ran. */
export interface ScriptInRow {
  readonly script: Script;
  readonly row: Row;
}

/**
 * Finds the script behind a problem: the field's own, or that of another widget that reads the field. Undefined if the
 * problem comes from the form's own checks, or only from the server.
 */
export function scriptBehind(
  form: Form,
  top: Row,
  { path, message, context }: { path: string; message: string; context: FormContext },
): ScriptInRow | undefined {
  if (form.root.type === 'broken') return undefined;
  const { widget, row } = locateWidget(top, path) ?? { widget: form.root, row: top };
  if (widget.key === '' || pathOf(widget, row) !== path) {
    const isSame = (problem: Problem) => problem.path === path && problem.message === message;
    return reportedBy([...validationsAbout(form, widget, row), ...keylessValidations(form, top)], isSame);
  }
  const failed = [...(row.failures ?? [])].find(([script, failure]) => script.widget === widget && failure === message);
  if (failed) return { script: failed[0], row };
  const setting = { row, context, budget: fullBudget() };
  const scripts = form.scripts[widget.number] ?? noScripts;
  const isOwnCheck = validateWidget({ widget, scripts: { ...scripts, validation: null } }, setting).some(
    (each) => each.message === message,
  );
  if (isOwnCheck) return undefined;
  // The field shows problems inside its value, such as with one of several tags.
  const holdsValue = widgetKinds[widget.type].holds === 'value';
  const isOfField = (problem: Problem) => problem.path === path || (holdsValue && problem.path.startsWith(`${path}/`));
  const isIt = (problem: Problem) => problem.message === message && isOfField(problem);
  return reportedBy(validationsAbout(form, widget, row), isIt) ?? reportedBy(keylessValidations(form, top), isIt);
}

/** A part of the form without a key has no path: its rejections are reported for the surrounding object. */
function keylessValidations(form: Form, top: Row): ScriptInRow[] {
  return form.scripts.flatMap(({ validation: script }) => {
    if (script?.widget.key !== '') return [];
    return rowsOfWidget(script.widget, top, 0).map((row) => ({ script, row }));
  });
}

/** Besides a widget's own script, only scripts that read its value can reject it. */
function validationsAbout(form: Form, widget: ValidWidget, row: Row): ScriptInRow[] {
  const own = form.scripts[widget.number]?.validation;
  const readers = (form.readers[widget.number] ?? []).filter(({ script }) => script.kind === 'validation');
  const read = readers.flatMap(({ script, shared }) =>
    rowsOfWidget(script.widget, row, shared).map((each) => ({ script, row: each })),
  );
  return own ? [{ script: own, row }, ...read] : read;
}

function reportedBy(scripts: readonly ScriptInRow[], isIt: (problem: Problem) => boolean): ScriptInRow | undefined {
  return scripts.find(({ script, row }) => row.problems?.get(script.widget.number)?.some(isIt));
}
