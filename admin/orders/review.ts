import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import type { Client, Order, User } from '#schemas/generated/types.ts';
import { request } from '../provider/http.ts';

/** An order as its summary shows it: with what refuses it, and the names of client and user. */
export type ReviewedOrder = Omit<Order, 'client' | 'user'> & {
  client: Pick<Client, 'id' | 'name'> | string | null;
  user: Pick<User, 'id' | 'name'> | string;
};

/** Which order of the queue stands beside the list. */
export interface Review {
  id: Identifier | undefined;
  open: (id: Identifier | undefined) => void;
  /** The order whose summary is in view, as it is at a revision. */
  show: (shown: Pick<Order, 'id' | 'revision'>) => void;
}

export const ReviewContext = createContext<Review>({
  id: undefined,
  open: () => undefined,
  show: () => undefined,
});

export const useReview = (): Review => useContext(ReviewContext);

/** The order whose summary is shown, as it is at this revision. */
export const reviewedOrder = (id: Identifier, revision: number | undefined) =>
  queryOptions({
    queryKey: ['orders', 'review', id, revision],
    queryFn: async (): Promise<ReviewedOrder> => (await request(`/api/orders/${id}?populate=client,user`)).json,
  });

const postAction = async (id: Identifier, body: object): Promise<RaRecord> =>
  (await request(`/api/orders/${id}/actions`, { method: 'POST', body: JSON.stringify(body) })).json;

/** Waives what was requested and approves the order, in one decision. */
export const approveWithWaivers = (id: Identifier): Promise<RaRecord> =>
  postAction(id, { kind: 'VALIDATION_BYPASS_APPROVED', approve: true });

export const undoApprovalOf = (id: Identifier): Promise<RaRecord> => postAction(id, { kind: 'APPROVAL_UNDONE' });

/**
 * Shows orders as a decision left them, each in the row that it has: the list is read anew when the person does something else with
 * it. The count in the menu is read now.
 */
export function showDecided(cache: QueryClient, since: readonly RaRecord[]): void {
  const after = new Map(since.map((order) => [order.id, order]));
  cache.setQueriesData<{ data: RaRecord[] }>({ queryKey: ['orders', 'getList'] }, (page) =>
    Array.isArray(page?.data)
      ? {
          ...page,
          data: page.data.map((row) => {
            const { status, revision, approval, waivers, sentBackReason } = Object(after.get(row.id) ?? row);
            return after.has(row.id) ? { ...row, status, revision, approval, waivers, sentBackReason } : row;
          }),
        }
      : page,
  );
  void cache.invalidateQueries({
    predicate: ({ queryKey: [resource, kind, asked] }) =>
      resource === 'orders' && kind === 'getList' && Object(Object(asked).pagination).perPage === 1,
  });
}
