import type { AnyWidget, Form, Problem } from './form.ts';
import { isRecord } from './is-record.ts';
import { parseWidget } from './parse-widget.ts';
import { type FormReading, type OpenScope, readWidget } from './read-widget.ts';
import type { WidgetScripts } from './script.ts';

/** Creates the scripts of widgets from their sources, by widget number. */
export type ScriptMaker = (widgets: readonly AnyWidget[]) => Pick<Form, 'contextReads' | 'order' | 'readers'> & {
  scripts: WidgetScripts[];
  problems: Problem[];
};

/** `readForm` with a given way to create scripts and, optionally, to read each widget's own parts. */
export function readFormWith(
  formSchema: unknown,
  makeScripts: ScriptMaker,
  readParts: FormReading['readParts'] = parseWidget,
): Form {
  const problems: Problem[] = [];
  const widgets: AnyWidget[] = [];
  const scope: OpenScope = { keys: [], parent: null, depth: 0, inRow: [], lists: [], owners: new Map() };
  const raw = isRecord(formSchema) ? formSchema : {};
  if (raw.version !== 1) {
    problems.push({ path: '/version', value: raw.version, message: 'A form must be {version: 1, root: a container}' });
  }
  const reading: FormReading = { widgets, problems, ids: new Map(), readParts };
  const position = { place: '/root', scope, parent: null, only: 'container', depth: 0, leastRows: 1 } as const;
  const root = readWidget(reading, raw.root, position);
  const { scripts, readers, order, contextReads, problems: ofScripts } = makeScripts(widgets);
  problems.push(...ofScripts);
  return {
    root,
    widgets,
    scope,
    scripts,
    readers,
    order,
    contextReads,
    ranks: new Map(order.map((script, rank) => [script, rank])),
    problems,
  };
}
