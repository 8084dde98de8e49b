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

/**
 * The ids that need not move to come from one order to another: a longest run of `from` that stands in the same order in
 * `to`. Ids that only one of them has are no part of it.
 */
export function stayingIds(from: readonly string[], to: readonly string[]): Set<string> {
  const places = new Map(to.map((id, index) => [id, index]));
  const shared = from.flatMap((id) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  type Link = { id: string; place: number; before: Link | undefined };
  /** The end of the best run of each length so far: the one that ends earliest in `to`. */
  const ends: Link[] = [];
  for (const { id, place } of shared) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.place ?? place) < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = { id, place, before: ends[low - 1] };
  }
  const staying = new Set<string>();
  for (let link = ends.at(-1); link; link = link.before) staying.add(link.id);
  return staying;
}
