import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import type { Client, Order, User } from '#schemas/generated/types.ts';
import { request } from '../provider/http.ts';

/** An order with its problems and the names of client and user. */
export type OrderSummary = Omit<Order, 'client' | 'user'> & {
  client: Pick<Client, 'id' | 'name'> | string | null;
  user: Pick<User, 'id' | 'name'> | string;
};

/** State of the review panel. */
export interface Review {
  id: Identifier | undefined;
  open: (id: Identifier | undefined) => void;
  /** Reports the order and revision whose summary is visible. */
  show: (shown: Pick<Order, 'id' | 'revision'>) => void;
}

export const ReviewContext = createContext<Review>({
  id: undefined,
  open: () => undefined,
  show: () => undefined,
});

export const useReview = (): Review => useContext(ReviewContext);

/** Query for an order's summary at a revision. */
export const orderSummaryQuery = (id: Identifier, revision: number | undefined) =>
  queryOptions({
    queryKey: ['orders', 'review', id, revision],
    queryFn: async (): Promise<OrderSummary> => (await request(`/api/orders/${id}?populate=client,user`)).json,
  });

const postAction = async (id: Identifier, body: object): Promise<RaRecord> =>
  (await request(`/api/orders/${id}/actions`, { method: 'POST', body: JSON.stringify(body) })).json;

/** Grants the requested waivers and approves the order in one decision. */
export const approveWithWaivers = (id: Identifier): Promise<RaRecord> =>
  postAction(id, { kind: 'VALIDATION_BYPASS_APPROVED', approve: true });

/** Undoes an approval within its undo period; resolves to the updated order. */
export const undoApprovalOf = (id: Identifier): Promise<RaRecord> => postAction(id, { kind: 'APPROVAL_UNDONE' });

/**
 * Updates decided orders in the cached lists, so that rows keep their positions until the list is refetched. Refetches
 * the count in the menu at once.
 */
export function updateCachedOrders(cache: QueryClient, since: readonly RaRecord[]): void {
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
    predicate: ({ queryKey: [resource, kind, params] }) =>
      resource === 'orders' && kind === 'getList' && Object(Object(params).pagination).perPage === 1,
  });
}
