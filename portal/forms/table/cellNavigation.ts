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
