import type { KeyboardEvent, RefObject } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import { useFormStore } from '../store/hooks.ts';
import { caretPosition, closestCell, focusCell } from './cellElements.ts';
import { cellMoveFor } from './cellNavigation.ts';

interface CellKeys {
  table: RefObject<HTMLTableElement | null>;
  rows: readonly Row[];
  columns: number;
  /** Renders a virtualized row. */
  reveal: (row: Row) => void;
  /** Adds a row at the end, for Enter in the last one; returns undefined at the row limit. */
  addRow: () => Row | undefined;
  moveRow: (row: Row, to: number) => void;
}

/** Returns the keydown handler of a table: cell navigation, and Alt+Shift with arrow keys to move the row. */
export function useCellKeys({ table, rows, columns, reveal, addRow, moveRow }: CellKeys) {
  const store = useFormStore();
  return (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(event.target instanceof Element)) return;
    const at = closestCell(event.target, table.current);
    const index = rows.findIndex((row) => store.rowId(row) === at?.rowId);
    const row = rows[index];
    if (!at || !row) return;
    if (event.altKey && event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      moveRow(row, index + (event.key === 'ArrowUp' ? -1 : 1));
      focusCell(at);
      return;
    }
    if (event.key === 'F2') return moveCaretToEnd(event.target);
    if (event.target.matches(event.key === 'Enter' ? enterTargets : arrowTargets)) return;
    const move = cellMoveFor(event, caretPosition(event.target));
    if (!move) return;
    event.preventDefault();
    const target = Math.max(0, Math.min(index + move.rows, rows.length));
    const isJump = !Number.isFinite(move.rows);
    const next =
      rows[isJump ? Math.min(target, rows.length - 1) : target] ?? (event.key === 'Enter' ? addRow() : undefined);
    const column = Math.max(0, Math.min(at.column + move.columns, columns - 1));
    if (!next) return;
    reveal(next);
    focusCell({ rowId: store.rowId(next), column });
  };
}

/** Elements that handle a key themselves: Enter activates these, and arrow keys move within a radio group. */
const enterTargets = 'button, a[href], [type="file"]';
const arrowTargets = '[type="radio"]';

/** F2 puts the caret at the end of the text to continue typing. */
function moveCaretToEnd(target: Element): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (target.selectionStart !== null) target.setSelectionRange(target.value.length, target.value.length);
}
