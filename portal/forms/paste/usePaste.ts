import { type ClipboardEvent, useState } from 'react';
import type { AnyWidget } from '#schemas/forms/form.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import type { FormStore } from '../store/formStore.ts';
import { useFormStore } from '../store/hooks.ts';
import { hasSeveralCells } from './parseClipboardCells.ts';
import type { PasteResult, PasteTarget } from './pasteRows.ts';

/** Lazy: most pastes need no summary. */
export const LazyPasteSummary = lazyComponent(async () => (await import('./PasteSummary.tsx')).PasteSummary);

interface PasteList extends Pick<PasteTarget, 'rows' | 'maxRows' | 'addRow'> {
  /** Announces a message to screen readers. */
  announce: (message: string) => void;
  /** Finds the row index of an element and the columns from its own on. */
  find: (element: Element) => { first: number; columns: readonly AnyWidget[] } | undefined;
  /** `pasteRows`; may be lazy-loaded. */
  paste: (store: FormStore, target: PasteTarget) => PasteResult | Promise<PasteResult>;
}

/** Handles pasting several cells into the rows of a list, and stores the result for `PasteSummary`. */
export function usePaste({ rows, maxRows, addRow, announce, find, paste }: PasteList) {
  const store = useFormStore();
  const [pasted, setPasted] = useState<PasteResult>();
  const fill = async (field: HTMLElement, target: PasteTarget) => {
    // Blur the focused input, so that it shows its pasted value.
    field.blur();
    try {
      const result = await paste(store, target);
      setPasted(result);
      announce(result.summary);
    } catch {
      announce("The cells couldn't be pasted. Try again.");
    }
    field.focus();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const text = clipboardData.getData('text/plain');
    const found = find(target);
    if (!found || !hasSeveralCells(text, target)) return;
    event.preventDefault();
    void fill(target, { ...found, text, rows, maxRows, addRow });
  };
  return { onPaste, pasted, forgetPasted: () => setPasted(undefined) };
}
