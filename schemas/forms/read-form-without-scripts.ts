import type { ScriptRunner } from './filling/run-script.ts';
import type { AnyWidget, Form } from './form.ts';
import { readFormWith, type ScriptMaker } from './read-form-with.ts';
import { noScripts, type WidgetScripts } from './script.ts';

/**
 * Reads a formSchema before the rules language is loaded (progressive loading), so that people can start typing:
 * widgets with a condition are not shown yet, nothing is calculated, and no script rejects anything. Replace it by
 * `readForm` later.
 */
export function readFormWithoutScripts(formSchema: unknown): Form {
  return readFormWith(formSchema, makePendingScripts);
}

/** Placeholder scripts: without dependencies, conditions run in document order. */
const makePendingScripts: ScriptMaker = (widgets) => {
  const scripts = widgets.map(pendingScripts);
  const order = scripts.flatMap(({ condition }) => condition ?? []);
  return { scripts, readers: widgets.map(() => []), order, contextReads: new Set(), problems: [] };
};

/** A runner for scripts that are not loaded: hides widgets, computes nothing, rejects nothing. */
const pendingRunner: ScriptRunner = {
  shows: () => ({ value: false, failure: null }),
  initialValue: () => ({ value: null, failure: null }),
  validate: () => [],
};

function pendingScripts(widget: AnyWidget): WidgetScripts {
  if (widget.type === 'broken' || widget.meta.conditionalScript.trim() === '') return noScripts;
  const { place, meta } = widget;
  const source = { source: meta.conditionalScript, place: `${place}/meta/conditionalScript` };
  return {
    ...noScripts,
    condition: {
      widget,
      kind: 'condition',
      ...source,
      run: null,
      outline: null,
      failure: null,
      reads: [],
      contextVariables: [],
      runner: pendingRunner,
      isPending: true,
    },
  };
}
