/** The selected rows of a list by id, in the order in which they were selected, on all of its pages. */
export interface SelectedRows<Row> {
  rows: ReadonlyMap<string, Row>;
  /** The row that a range starts from: the one that was selected or cleared last. */
  anchor: string | undefined;
  /** Whether everything that matches the list's filter is selected, loaded or not. */
  isAll: boolean;
}

/**
 * The selection after a click on a row's checkbox. With `isRange`, all rows between the anchor and this one get the
 * new state of this one; without a visible anchor only this one does. Clearing one row of everything that matches
 * leaves the other visible ones.
 */
export function toggleRow<Row extends { id: string }>(
  before: SelectedRows<Row> | undefined,
  { visible, row, isRange }: { visible: readonly Row[]; row: Row; isRange: boolean },
): SelectedRows<Row> {
  const next = before?.isAll ? new Map(visible.map((each) => [each.id, each])) : new Map(before?.rows);
  const isSelected = !next.has(row.id);
  const at = visible.findIndex(({ id }) => id === row.id);
  const from = isRange ? visible.findIndex(({ id }) => id === before?.anchor) : -1;
  const range = from === -1 ? [row] : visible.slice(Math.min(at, from), Math.max(at, from) + 1);
  for (const each of range) {
    if (isSelected) next.set(each.id, each);
    else next.delete(each.id);
  }
  return { rows: next, anchor: row.id, isAll: false };
}
