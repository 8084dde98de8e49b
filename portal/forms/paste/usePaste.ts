import { type ClipboardEvent, useState } from 'react';
import type { AnyWidget } from '#schemas/forms/form.ts';
import { loadable } from '../loadable.tsx';
import type { FormStore } from '../store/formStore.ts';
import { useStore } from '../store/hooks.ts';
import { isSeveral } from './pastedCells.ts';
import type { Pasted, PasteTarget } from './pasteRows.ts';

/** Most pastes need no summary. */
export const PasteSummary = loadable(async () => (await import('./PasteSummary.tsx')).PasteSummary);

interface PasteList extends Pick<PasteTarget, 'rows' | 'most' | 'addRow'> {
  /** Has a screen reader say what happened. */
  say: (what: string) => void;
  /** Where in the list an element stands: the number of its row, and the fields of a row from its own on. */
  find: (element: Element) => { first: number; columns: readonly AnyWidget[] } | undefined;
  /** `pasteRows`, which may be loaded when it is first needed. */
  paste: (store: FormStore, target: PasteTarget) => Pasted | Promise<Pasted>;
}

/** Takes several pasted cells into the rows of a list, and remembers what became of them for `PasteSummary`. */
export function usePaste({ rows, most, addRow, say, find, paste }: PasteList) {
  const store = useStore();
  const [pasted, setPasted] = useState<Pasted>();
  const fill = async (field: HTMLElement, target: PasteTarget) => {
    // The field with focus is filled in as well: it is left, so that it shows what was pasted.
    field.blur();
    try {
      const result = await paste(store, target);
      setPasted(result);
      say(result.words);
    } catch {
      say('The cells could not be pasted: try again');
    }
    field.focus();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const text = clipboardData.getData('text/plain');
    const found = find(target);
    if (!found || !isSeveral(text, target)) return;
    event.preventDefault();
    void fill(target, { ...found, text, rows, most, addRow });
  };
  return { onPaste, pasted, forgetPasted: () => setPasted(undefined) };
}
