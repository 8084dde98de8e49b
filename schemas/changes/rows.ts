import { isRecord } from '../forms/is-record.ts';

/** The rows of a list by id, in list order. */
export type Rows = ReadonlyMap<string, unknown>;

/**
 * The identity of a value across states: the `_id` of a row, the `id` of a line, a file or a record; undefined if it
 * has none.
 */
export function identityOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const id = Object.hasOwn(value, '_id') ? value._id : Object.hasOwn(value, 'id') ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/**
 * The rows of a list if each has a unique id. Null for any other list, which is compared as one value, and for other
 * values.
 */
export function rowsById(value: unknown): Rows | null {
  if (!Array.isArray(value)) return null;
  const rows = new Map<string, unknown>();
  for (const row of value) {
    const id = identityOf(row);
    if (id === undefined || rows.has(id)) return null;
    rows.set(id, row);
  }
  return rows;
}

/**
 * Whether two objects are states of the same thing and can be compared key by key. Another id makes it a different
 * thing.
 */
export const haveSameIdentity = (one: object, other: object): boolean => identityOf(one) === identityOf(other);

/** The union of the keys of two objects. */
export const keysOfBoth = (one: object, other: object): Set<string> =>
  new Set([...Object.keys(one), ...Object.keys(other)]);

/** The value of an own property; undefined for an inherited one. */
export const ownValue = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;
