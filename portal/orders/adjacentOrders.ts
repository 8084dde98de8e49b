import type { PopulatedOrder } from '../api/queries.ts';

/** The previous and next order in the list from which the page was opened. */
export interface AdjacentOrders {
  before: string | undefined;
  after: string | undefined;
}

interface CachedList {
  rows: readonly Pick<PopulatedOrder, 'id'>[];
  /** When it was loaded, in milliseconds. */
  at: number;
}

/** Returns the neighbours of an order in the most recently loaded list that contains it; undefined if there is none. */
export function adjacentOrders(id: string, lists: readonly CachedList[]): AdjacentOrders | undefined {
  const [list] = lists
    .filter(({ rows }) => rows.some((row) => row.id === id))
    .toSorted((one, other) => other.at - one.at);
  const at = list?.rows.findIndex((row) => row.id === id) ?? -1;
  return list && { before: list.rows[at - 1]?.id, after: list.rows[at + 1]?.id };
}
