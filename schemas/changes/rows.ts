import { isRecord } from '../forms/is-record.ts';

/** The rows of a list by their ids, in their order. */
export type Rows = ReadonlyMap<string, unknown>;

/** How a thing is known from one state to the next: a row by its `_id`, a line, a file or a record by its `id`. */
export function idIn(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const id = Object.hasOwn(value, '_id') ? value._id : Object.hasOwn(value, 'id') ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** A list's rows where each has an id of its own; null for any other list, which is one value, and for what is none. */
export function rowsIn(value: unknown): Rows | null {
  if (!Array.isArray(value)) return null;
  const rows = new Map<string, unknown>();
  for (const row of value) {
    const id = idIn(row);
    if (id === undefined || rows.has(id)) return null;
    rows.set(id, row);
  }
  return rows;
}

/** Whether two objects are states of one thing, so that what is in them can be told apart; another id is another thing. */
export const areOneThing = (one: object, other: object): boolean => idIn(one) === idIn(other);
