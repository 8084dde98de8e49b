import { flushSync } from 'react-dom';
import { pathOf, storedValue } from '#schemas/forms/filling/places.ts';
import { doesFit } from '#schemas/forms/filling/problems-of.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, SoundWidget } from '#schemas/forms/form.ts';
import type { FormStore } from '../store/formStore.ts';
import { pastedCells } from './pastedCells.ts';
import { pastedValue } from './pastedValue.ts';

/** A field, in its row. */
export interface FieldPlace {
  widget: SoundWidget;
  row: Row;
}

/** What became of a paste. */
export interface Pasted {
  rows: number;
  /** Rows for which the list has no room. */
  left: number;
  /** Cells that their fields have no way to hold: they are locked, beyond the last column, or no texts. */
  refused: number;
  /** Cells that are kept as texts because their fields cannot read them. */
  unread: readonly FieldPlace[];
  words: string;
}

export interface PasteTarget {
  text: string;
  rows: readonly Row[];
  /** The number of the row in which the paste begins. */
  first: number;
  /** The fields of a row from the one in which the paste begins. */
  columns: readonly AnyWidget[];
  /** How many rows the list may have. */
  most: number;
  addRow: () => Row;
}

/** Fills the cells of a spreadsheet into rows, from a field on to the right and down, adding rows where there is room. */
export function pasteRows(store: FormStore, { text, rows, first, columns, most, addRow }: PasteTarget): Pasted {
  const cells = pastedCells(text);
  const fitting = cells.slice(0, Math.max(0, most - first));
  const filled: FieldPlace[] = [];
  let refused = 0;
  flushSync(() =>
    store.together(() => {
      for (const [index, line] of fitting.entries()) {
        const row = rows[first + index] ?? addRow();
        for (const [offset, cell] of line.entries()) {
          const widget = columns[offset];
          if (widget && canTake(widget) && pasteInto(store, { widget, row }, cell)) filled.push({ widget, row });
          else if (cell !== '') refused += 1;
        }
      }
    }),
  );
  const unread = filled.filter((place) => isUnread(store, place));
  const counts = { rows: fitting.length, left: cells.length - fitting.length, refused, unread };
  return { ...counts, words: summaryOf(counts) };
}

function pasteInto(store: FormStore, { widget, row }: FieldPlace, text: string): boolean {
  const pasted = pastedValue(widget, text, store);
  if (!pasted) return false;
  store.set(widget, row, pasted.value);
  store.notify(widget, row, pasted.notice);
  store.leave(widget, row);
  return true;
}

const canTake = (widget: AnyWidget): widget is SoundWidget =>
  widget.type !== 'broken' && widget.key !== '' && !widget.isLocked;

/** Whether a field still holds a text that it cannot read, or a choice that is not offered. */
export const isUnread = (store: FormStore, { widget, row }: FieldPlace): boolean =>
  !doesFit(widget, storedValue(widget, row) ?? null, store.context());

/** The path of a field within the form's data. */
export const placeOf = ({ widget, row }: FieldPlace): string => pathOf(widget, row);

/** What became of a paste, in words. */
export function summaryOf({ rows, left, refused, unread }: Omit<Pasted, 'words'>): string {
  return [
    `${rows} ${rows === 1 ? 'row' : 'rows'} pasted`,
    left > 0 && `${left} did not fit`,
    refused > 0 && `${refused} ${refused === 1 ? 'cell' : 'cells'} could not be taken`,
    unread.length > 0 && `${unread.length} ${unread.length === 1 ? 'cell' : 'cells'} could not be read`,
  ]
    .filter(Boolean)
    .join(', ');
}
