import { flushSync } from 'react-dom';
import { pathOf, storedValue } from '#schemas/forms/filling/places.ts';
import { isValidFormat } from '#schemas/forms/filling/problems-of.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, ValidWidget } from '#schemas/forms/form.ts';
import type { FormStore } from '../store/formStore.ts';
import { pastedCells } from './pastedCells.ts';
import { pastedValue } from './pastedValue.ts';

/** A widget in a row. */
export interface FieldPlace {
  widget: ValidWidget;
  row: Row;
}

/** The result of a paste. */
export interface Pasted {
  rows: number;
  /** Rows that exceed the list's limit. */
  left: number;
  /** Cells that no field could take: read-only, beyond the last column, or not a text value. */
  refused: number;
  /** Cells stored as text because their fields could not parse them. */
  unread: readonly FieldPlace[];
  words: string;
}

/** Where and what to paste. */
export interface PasteTarget {
  text: string;
  rows: readonly Row[];
  /** The index of the row where the paste starts. */
  first: number;
  /** The columns from the one where the paste starts. */
  columns: readonly AnyWidget[];
  /** The maximum number of rows of the list. */
  most: number;
  addRow: () => Row;
}

/**
 * Pastes spreadsheet cells into rows, from a field to the right and down, adding rows up to the limit. Returns what was
 * pasted.
 */
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

const canTake = (widget: AnyWidget): widget is ValidWidget =>
  widget.type !== 'broken' && widget.key !== '' && !widget.isLocked;

/** Whether a field still contains text that it cannot parse, or a value that is not an option. */
export const isUnread = (store: FormStore, { widget, row }: FieldPlace): boolean =>
  !isValidFormat(widget, storedValue(widget, row) ?? null, store.context());

/** The path of a field in the form's data. */
export const placeOf = ({ widget, row }: FieldPlace): string => pathOf(widget, row);

/** The summary of a paste as text. */
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
