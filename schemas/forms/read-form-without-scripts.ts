import type { ScriptRunner } from './filling/run-script.ts';
import type { AnyWidget, Form } from './form.ts';
import { isRecord } from './is-record.ts';
import { keysOf } from './pointer.ts';
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
  limitErrors: () => [],
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

/** Copies a formSchema and adds an id to every widget without one; done at each save of a form (design 7). */
export function withWidgetIds<T>(formSchema: T, idOf: () => string): T {
  const copy = structuredClone(formSchema);
  for (const { place } of readFormWithoutScripts(formSchema).widgets) {
    const widget = keysOf(place).reduce<unknown>(inside, copy);
    if (isRecord(widget) && widget.id === undefined) widget.id = idOf();
  }
  return copy;
}

/** `place` consists of fixed property names and indexes, so no key in it can reach the prototype. */
function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) ? value[key] : undefined;
}
