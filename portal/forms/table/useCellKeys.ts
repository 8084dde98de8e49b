import type { KeyboardEvent, RefObject } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import { useStore } from '../store/hooks.ts';
import { caretIn, cellAround, focusCell } from './cellElements.ts';
import { moveFor } from './moves.ts';

interface CellKeys {
  table: RefObject<HTMLTableElement | null>;
  rows: readonly Row[];
  columns: number;
  /** Brings a row that is out of sight onto the page. */
  reveal: (row: Row) => void;
  /** Adds a row at the end, for Enter in the last one; nothing where there is no room. */
  addRow: () => Row | undefined;
  moveRow: (row: Row, to: number) => void;
}

/** The keys of a table: from cell to cell, and with Alt and Shift the row up and down. */
export function useCellKeys({ table, rows, columns, reveal, addRow, moveRow }: CellKeys) {
  const store = useStore();
  return (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(event.target instanceof Element)) return;
    const at = cellAround(event.target, table.current);
    const index = rows.findIndex((row) => store.rowId(row) === at?.rowId);
    const row = rows[index];
    if (!at || !row) return;
    if (event.altKey && event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      moveRow(row, index + (event.key === 'ArrowUp' ? -1 : 1));
      focusCell(at);
      return;
    }
    if (event.key === 'F2') return goToEnd(event.target);
    if (event.target.matches(event.key === 'Enter' ? pressedByEnter : walkedByArrows)) return;
    const move = moveFor(event, caretIn(event.target));
    if (!move) return;
    event.preventDefault();
    const wanted = Math.max(0, Math.min(index + move.rows, rows.length));
    const isJump = !Number.isFinite(move.rows);
    const next =
      rows[isJump ? Math.min(wanted, rows.length - 1) : wanted] ?? (event.key === 'Enter' ? addRow() : undefined);
    const column = Math.max(0, Math.min(at.column + move.columns, columns - 1));
    if (!next) return;
    reveal(next);
    focusCell({ rowId: store.rowId(next), column });
  };
}

/** What takes a key for itself: Enter presses these, and arrow keys walk a group of radio buttons. */
const pressedByEnter = 'button, a[href], [type="file"]';
const walkedByArrows = '[type="radio"]';

/** F2 leaves the selection for the end of the text, to go on typing there. */
function goToEnd(target: Element): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (target.selectionStart !== null) target.setSelectionRange(target.value.length, target.value.length);
}
