import type { ShownOrder } from '../api/queries.ts';

/** Where an order stands in the list that its reader came from. */
export interface Neighbours {
  before: string | undefined;
  after: string | undefined;
}

interface KeptList {
  rows: readonly Pick<ShownOrder, 'id'>[];
  /** When it was read; milliseconds. */
  at: number;
}

/** The orders before and after this one in the list that has it and was read last. */
export function neighboursOf(id: string, lists: readonly KeptList[]): Neighbours | undefined {
  const [list] = lists
    .filter(({ rows }) => rows.some((row) => row.id === id))
    .toSorted((one, other) => other.at - one.at);
  const at = list?.rows.findIndex((row) => row.id === id) ?? -1;
  return list && { before: list.rows[at - 1]?.id, after: list.rows[at + 1]?.id };
}
