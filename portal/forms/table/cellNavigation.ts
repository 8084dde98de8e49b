/** The key event to interpret. */
export interface TableKeyEvent {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** The caret position in a cell, which decides whether an arrow key leaves it. */
export interface Caret {
  isAtStart: boolean;
  isAtEnd: boolean;
  /** A textarea, in which Shift+Enter inserts a line break. */
  isArea: boolean;
}

/** A relative move in rows and columns. */
export interface CellMove {
  rows: number;
  columns: number;
}

/**
 * Maps a key to a move between table cells, as in a spreadsheet: Enter down, Shift+Enter up, arrow keys to the adjacent
 * cell once the caret is at the edge of the text, Ctrl+Home and Ctrl+End to the first and last row. Undefined for any
 * other key.
 */
export function cellMoveFor(press: TableKeyEvent, caret: Caret): CellMove | undefined {
  const { key, shiftKey, altKey, metaKey, ctrlKey } = press;
  if (altKey || metaKey) return undefined;
  if (ctrlKey) return jumps[key];
  if (key === 'Enter') return shiftKey ? (caret.isArea ? undefined : up) : down;
  if (shiftKey) return undefined;
  const canLeave = caret.isArea || key === 'ArrowLeft' || key === 'ArrowRight';
  const isAtEdge = key === 'ArrowLeft' || key === 'ArrowUp' ? caret.isAtStart : caret.isAtEnd;
  return canLeave && !isAtEdge ? undefined : arrows[key];
}

const up: CellMove = { rows: -1, columns: 0 };
const down: CellMove = { rows: 1, columns: 0 };
const arrows: Readonly<Record<string, CellMove>> = {
  ArrowUp: up,
  ArrowDown: down,
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};
const jumps: Readonly<Record<string, CellMove>> = {
  Home: { rows: Number.NEGATIVE_INFINITY, columns: 0 },
  End: { rows: Number.POSITIVE_INFINITY, columns: 0 },
};

/** A cell of a rendered table. */
interface CellPosition {
  rowId: string;
  column: number;
}

const field = ':is(input, select, textarea):not(:disabled)';
const button = ':is(button, a[href]):not(:disabled, [tabindex="-1"])';

/** Returns the table cell around an element, or undefined if the element handles keys itself. */
export function closestCell(element: Element, table: HTMLTableElement | null): CellPosition | undefined {
  const cell = element.closest<HTMLTableCellElement>('td[data-column]');
  const row = cell?.closest('tr');
  if (!cell || !row || cell.closest('table') !== table || !('value' in cell.dataset)) return undefined;
  return { rowId: row.id, column: Number(cell.dataset.column) };
}

/** Focuses a cell: its control with all text selected, so that typing replaces it, or the cell itself. */
export function focusCell({ rowId, column }: CellPosition): void {
  const cell = document.getElementById(rowId)?.querySelector<HTMLElement>(`td[data-column="${column}"]`);
  const target = cell?.querySelector<HTMLElement>(field) ?? cell?.querySelector<HTMLElement>(button) ?? cell;
  target?.focus();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
}

/** The caret position in the focused control. */
export function caretPosition(target: EventTarget): Caret {
  const isArea = target instanceof HTMLTextAreaElement;
  const isText = isArea || (target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type));
  if (!isText) return { isAtStart: true, isAtEnd: true, isArea };
  const { selectionStart, selectionEnd, value } = target;
  // Native date controls have no caret and use the arrow keys themselves.
  if (selectionStart === null || selectionEnd === null) return { isAtStart: false, isAtEnd: false, isArea };
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  const isCollapsed = selectionStart === selectionEnd;
  return {
    isAtStart: isAll || (isCollapsed && selectionStart === 0),
    isAtEnd: isAll || (isCollapsed && selectionEnd === value.length),
    isArea,
  };
}
