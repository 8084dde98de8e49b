import { use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type LineValue, lineValues } from '#grammar/index.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import { type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import { traceScript } from '#schemas/forms/filling/run-script.ts';
import type { Form, FormScope } from '#schemas/forms/form.ts';
import { scopeFor } from '#schemas/forms/scope-for.ts';
import type { ScriptPart } from '#schemas/generated/script-parts.ts';
import { PreviewContext } from '../preview/preview-context.ts';

/** Results of a script's lines with the values of the preview. */
export interface LineResults {
  /** The source that was run. The results are stale for any other text. */
  source: string;
  lines: readonly LineValue[];
}

const none: LineResults = { source: '', lines: [] };

/** Traces a script against the preview's values while its editor is in use (`isOpen`). */
export function useLineResults({ id, kind, isOpen }: { id: string; kind: ScriptPart; isOpen: boolean }): LineResults {
  const { store, requestStore } = use(PreviewContext);
  useEffect(() => {
    if (isOpen) requestStore();
  }, [isOpen, requestStore]);
  const watch = useCallback((listener: () => void) => store?.subscribeAll(listener) ?? (() => undefined), [store]);
  const values = useSyncExternalStore(watch, () => store?.values());
  const form = useSyncExternalStore(watch, () => store?.form);
  return useMemo(
    () => (isOpen && store && form && values ? valuesIn(store, form, { id, kind }) : none),
    [isOpen, store, form, values, id, kind],
  );
}

function valuesIn(store: FormStore, form: Form, { id, kind }: { id: string; kind: ScriptPart }): LineResults {
  const widget = form.widgets.find((each) => each.id === id);
  const script = widget && form.scripts[widget.number]?.[kind];
  const row = script && firstRow(form, store.rootRow(), scopeFor(script.widget));
  if (!script || !row) return none;
  const { trace = [] } = traceScript(script, row, store.context()) ?? {};
  return { source: script.source, lines: lineValues(script.source, trace) };
}

/** Scripts inside lists run for the first row of each list; undefined if a list is empty. */
function firstRow(form: Form, top: Row, { lists }: FormScope): Row | undefined {
  let row: Row | undefined = top;
  for (const number of lists) {
    const list = form.widgets[number];
    row = row && list ? rowsOfList(row, list)[0] : undefined;
  }
  return row;
}
