/** What was pressed. */
export interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Where the cursor stands in a cell, which says whether an arrow key still has somewhere to go in it. */
export interface Caret {
  isAtStart: boolean;
  isAtEnd: boolean;
  /** A text of several lines, in which Shift and Enter begin a new one. */
  isArea: boolean;
}

/** So many rows and columns further. */
export interface Move {
  rows: number;
  columns: number;
}

/**
 * Where a key leads in a table, as in a spreadsheet: Enter down and with Shift up, the arrow keys to the cell beside once
 * the cursor is at the edge of its text, Control with Home and End to the first and last row. Nothing for any other key.
 */
export function moveFor(press: Press, caret: Caret): Move | undefined {
  const { key, shiftKey, altKey, metaKey, ctrlKey } = press;
  if (altKey || metaKey) return undefined;
  if (ctrlKey) return jumps[key];
  if (key === 'Enter') return shiftKey ? (caret.isArea ? undefined : up) : down;
  if (shiftKey) return undefined;
  const canLeave = caret.isArea || key === 'ArrowLeft' || key === 'ArrowRight';
  const isAtEdge = key === 'ArrowLeft' || key === 'ArrowUp' ? caret.isAtStart : caret.isAtEnd;
  return canLeave && !isAtEdge ? undefined : arrows[key];
}

const up: Move = { rows: -1, columns: 0 };
const down: Move = { rows: 1, columns: 0 };
const arrows: Readonly<Record<string, Move>> = {
  ArrowUp: up,
  ArrowDown: down,
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};
const jumps: Readonly<Record<string, Move>> = {
  Home: { rows: Number.NEGATIVE_INFINITY, columns: 0 },
  End: { rows: Number.POSITIVE_INFINITY, columns: 0 },
};
