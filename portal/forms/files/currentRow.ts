import { type Row, rowsIn } from '#schemas/forms/filling/row.ts';
import type { FormStore } from '../store/formStore.ts';

/** A row as it is open now: the form may have been opened on other values since. Nothing where it is gone. */
export function currentRow(store: FormStore, row: Row): Row | undefined {
  const { parent, list, id } = row;
  if (!parent || !list) return store.top();
  const around = currentRow(store, parent);
  return around && rowsIn(around, list).find((each) => each.id === id);
}
