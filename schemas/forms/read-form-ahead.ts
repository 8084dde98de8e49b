import type { ScriptRunner } from './filling/run-script.ts';
import type { AnyWidget, Form } from './form.ts';
import { readFormWith, type ScriptMaker } from './read-form-with.ts';
import { noScripts, type WidgetScripts } from './script.ts';

/**
 * Reads a formSchema while the rules language is still on its way, for people to start typing: what a script may hide is
 * not shown yet, nothing is calculated, and no script refuses anything. `readForm` gives the form to go on with.
 */
export function readFormAhead(formSchema: unknown): Form {
  return readFormWith(formSchema, awaitScripts);
}

/** Nothing is read yet: each condition comes after those around it, as widgets do. */
const awaitScripts: ScriptMaker = (widgets) => {
  const scripts = widgets.map(awaited);
  const order = scripts.flatMap(({ condition }) => condition ?? []);
  return { scripts, readers: widgets.map(() => []), order, asks: new Set(), problems: [] };
};

/** Nobody knows yet what a script says. */
const awaiting: ScriptRunner = {
  shows: () => ({ value: false, failure: null }),
  initialValue: () => ({ value: null, failure: null }),
  validate: () => [],
};

function awaited(widget: AnyWidget): WidgetScripts {
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
      asks: [],
      runner: awaiting,
      isAwaited: true,
    },
  };
}
