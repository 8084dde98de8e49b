import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import type { CellState } from './formStore.ts';

/** The cells of a form store: the cached state of each widget in each row, and its subscribers. */
export interface FormCells {
  state(widget: ValidWidget, row: Row): CellState;
  subscribe(widget: ValidWidget, row: Row, listener: () => void): () => void;
  /** Marks a cell as possibly changed (dirty). */
  mark(widget: ValidWidget, row: Row): void;
  /** Re-reads the marked cells and notifies their subscribers. */
  flush(): void;
}

interface Cell {
  state: CellState | null;
  readonly listeners: Set<() => void>;
}

/** Creates the cells. `read` computes a cell's state; it runs only for cells that have been read or marked. */
export function createFormCells(read: (widget: ValidWidget, row: Row) => CellState): FormCells {
  const cells = new WeakMap<Row, Map<ValidWidget, Cell>>();
  const marked = new Map<Cell, () => CellState>();
  const cellOf = (widget: ValidWidget, row: Row): Cell => {
    let inRow = cells.get(row);
    if (!inRow) {
      inRow = new Map();
      cells.set(row, inRow);
    }
    let cell = inRow.get(widget);
    if (!cell) {
      cell = { state: null, listeners: new Set() };
      inRow.set(widget, cell);
    }
    return cell;
  };
  return {
    state: (widget, row) => {
      const cell = cellOf(widget, row);
      cell.state ??= read(widget, row);
      return cell.state;
    },
    subscribe: (widget, row, listener) => {
      const { listeners } = cellOf(widget, row);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mark: (widget, row) => {
      const cell = cells.get(row)?.get(widget);
      if (cell) marked.set(cell, () => read(widget, row));
    },
    flush: () => {
      const listeners: (() => void)[] = [];
      for (const [cell, readAgain] of marked) {
        const state = readAgain();
        // The value may have changed even if the state is equal; components that show values compare for themselves.
        if (!cell.state || !isSame(cell.state, state)) cell.state = state;
        listeners.push(...cell.listeners);
      }
      marked.clear();
      for (const listener of listeners) listener();
    },
  };
}

function isSame(one: CellState, other: CellState): boolean {
  const isPlainSame = one.isShown === other.isShown && one.isRequired === other.isRequired;
  return (
    isPlainSame &&
    one.notice === other.notice &&
    isSameList(one.messages, other.messages) &&
    isSameList(one.waived, other.waived) &&
    isSameList(one.rows, other.rows)
  );
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);
