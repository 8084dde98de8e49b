import { identityOf } from '../changes/rows.ts';
import { keysOf, pointerOf, valueUnder } from '../forms/pointer.ts';
import type { Order, OrderAction } from '../generated/types.ts';

/** A note that is pinned to a field, with the field's current JSON pointer; null if its row was removed. */
export interface PinnedNote {
  note: OrderAction;
  path: string | null;
}

/** The notes that are pinned to a field and not resolved yet, oldest first. */
export function openNotes({ actions }: Pick<Order, 'actions'>): OrderAction[] {
  const resolved = new Set(actions.flatMap(({ resolves }) => resolves ?? []));
  return actions.filter(({ id, kind, path }) => kind === 'NOTE' && path !== undefined && !resolved.has(id));
}

/** The open pinned notes with the current pointers of their fields: a note moves with its row. */
export const pinnedNotes = (order: Pick<Order, 'actions' | 'formData'>): PinnedNote[] =>
  openNotes(order).map((note) => ({ note, path: currentPath(order, note) }));

/** The ids of the rows that a JSON pointer (`/formData/lines/0/qty`) leads through, outermost first. */
export function rowsOnPath(order: Pick<Order, 'formData'>, path: string): string[] {
  const keys = keysOf(path);
  return keys.flatMap((key, index) =>
    isRowIndex(key) ? (identityOf(valueUnder(order, keys.slice(0, index + 1))) ?? '') : [],
  );
}

/** The place of a note below the form data, with the ids of rows instead of their indexes: `/lines/ROW/qty`. */
export function stablePath({ path = '', rows = [] }: Pick<OrderAction, 'path' | 'rows'>): string {
  const ids = [...rows];
  const [, ...keys] = keysOf(path);
  return pointerOf(keys.map((key) => (isRowIndex(key) ? (ids.shift() ?? key) : key)));
}

/** Whether a key is the index of a row: the keys of form fields start with a letter or an underscore (design 7). */
export const isRowIndex = (key: string): boolean => /^(0|[1-9]\d*)$/.test(key);

/** Follows the rows of a note to their current indexes. */
function currentPath(order: Pick<Order, 'formData'>, { path = '', rows = [] }: OrderAction): string | null {
  const ids = [...rows];
  const keys: string[] = [];
  for (const key of keysOf(path)) {
    if (isRowIndex(key)) {
      const list = valueUnder(order, keys);
      const id = ids.shift();
      const index = Array.isArray(list) ? list.findIndex((row) => identityOf(row) === id) : -1;
      if (index < 0) return null;
      keys.push(String(index));
    } else keys.push(key);
  }
  return pointerOf(keys);
}
