import { type Row, rowsOfList } from '#schemas/forms/filling/row.ts';
import type { FormStore } from '../store/formStore.ts';

/**
 * Finds the current object of a row, because the form may have been reopened with other values. Undefined if the row
 * was removed.
 */
export function findCurrentRow(store: FormStore, row: Row): Row | undefined {
  const { parent, list, id } = row;
  if (!parent || !list) return store.rootRow();
  const currentParent = findCurrentRow(store, parent);
  return currentParent && rowsOfList(currentParent, list).find((each) => each.id === id);
}
