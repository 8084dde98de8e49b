import { createContext, use } from 'react';

/** The description ids that a table's column header provides for the fields of its column. */
export interface TableCellInfo {
  describedBy: string | undefined;
}

/** The context of a field inside a table cell, where the column header replaces the field's own label and hint. */
export const TableCellContext = createContext<TableCellInfo | null>(null);

/** The surrounding table cell, or null outside of a table. */
export const useTableCell = (): TableCellInfo | null => use(TableCellContext);
