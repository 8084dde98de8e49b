import { type ClipboardEvent, useState } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget } from '#schemas/forms/form.ts';
import { loadable } from '../loadable.tsx';
import { useStore } from '../store/hooks.ts';
import { isSeveral, type Pasted, pasteRows, summaryOf } from './pasteRows.ts';

/** Most pastes need no summary. */
export const PasteSummary = loadable(async () => (await import('./PasteSummary.tsx')).PasteSummary);

interface PasteList {
  rows: readonly Row[];
  /** How many rows the list may have. */
  most: number;
  addRow: () => Row;
  /** Has a screen reader say what happened. */
  say: (what: string) => void;
  /** Where in the list an element stands: the number of its row, and the fields of a row from its own on. */
  find: (element: Element) => { first: number; columns: readonly AnyWidget[] } | undefined;
}

/** Takes several pasted cells into the rows of a list, and remembers what became of them for `PasteSummary`. */
export function usePaste({ rows, most, addRow, say, find }: PasteList) {
  const store = useStore();
  const [pasted, setPasted] = useState<Pasted>();
  const onPaste = (event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const text = clipboardData.getData('text/plain');
    const found = find(target);
    if (!found || !isSeveral(text, target)) return;
    event.preventDefault();
    // The field with focus is filled in as well: it is left, so that it shows what was pasted.
    target.blur();
    const result = pasteRows(store, { ...found, text, rows, most, addRow });
    target.focus();
    setPasted(result);
    say(summaryOf(result));
  };
  return { onPaste, pasted, forgetPasted: () => setPasted(undefined) };
}
