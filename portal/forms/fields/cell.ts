import { createContext, use } from 'react';

/** What the head of a table's column says of a field in it, by the ids of its elements. */
export interface Cell {
  describedBy: string | undefined;
}

/** Set around a field that stands in a cell of a table: its column's head says there what else its own label would. */
export const CellContext = createContext<Cell | null>(null);

/** The cell that a field stands in; null outside of a table. */
export const useCellOfTable = (): Cell | null => use(CellContext);
