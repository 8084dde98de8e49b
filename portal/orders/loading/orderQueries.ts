import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import { isNotFound } from '../../api/ApiError.ts';
import { type PopulatedOrder, recordOf } from '../../api/queries.ts';
import { preloadedResponse, request } from '../../api/request.ts';
import { formRules } from './formRules.ts';

/** Query options of an order with its references populated. */
const orderQuery = (id: string) => recordOf('orders', id, { populate: 'client,user,product' });

/**
 * Query options of the form version on which the order was filled in. A version never changes, so it is cached forever
 * (design 7).
 */
const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['order_forms', id],
    queryFn: ({ signal }) => request<Form>({ path: `orders/${id}/form`, signal }),
    initialData: () => preloadedResponse<Form>({ path: `orders/${id}/form` }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Prefetches an order, its form and the form rules before the page is shown. */
export function prefetchOrder(cache: QueryClient, id: string): void {
  void cache.prefetchQuery(orderQuery(id));
  void cache.prefetchQuery(formQuery(id));
  void cache.prefetchQuery(formRules);
}

/** Whether this is the form version on which the order was filled in. */
export const isFormOf = ({ form, formVersion }: PopulatedOrder, { id, version }: Form) =>
  id === form && version === formVersion;

/** The result of `useLoadedOrder`: the order with its form, its errors, and ways to reload it. */
export interface LoadedOrder {
  /** The order and its form, once both are loaded and match. */
  loaded: { shown: PopulatedOrder; form: Form } | null;
  /** The order, once it is loaded. */
  order: PopulatedOrder | undefined;
  error: Error | null;
  retry: () => void;
  /** The order is deleted, or this person can no longer read it. */
  isGone: boolean;
  /** Reloads the order, bypassing the cache. */
  load: () => Promise<PopulatedOrder>;
  /** Writes the saved order to the cache. */
  updateCache: (saved: PopulatedOrder) => void;
}

/** Hook: loads an order, its form and the rules language in parallel. */
export function useLoadedOrder(id: string): LoadedOrder {
  const cache = useQueryClient();
  const query = orderQuery(id);
  const order = useQuery(query);
  const form = useQuery(formQuery(id));
  useQuery(formRules);
  const isOther = !!order.data && !!form.data && !isFormOf(order.data, form.data);
  useEffect(() => {
    if (isOther) void form.refetch();
  }, [isOther, form.refetch]);
  return {
    loaded: order.data && form.data && !isOther ? { shown: order.data, form: form.data } : null,
    order: order.data,
    error: order.error ?? form.error,
    retry: () => void (order.error ? order : form).refetch(),
    isGone: isNotFound(order.error),
    load: () => cache.fetchQuery({ ...query, staleTime: 0 }),
    updateCache: (saved) => {
      const isElsewhere = cache.getQueryData(query.queryKey)?.status !== saved.status;
      cache.setQueryData(query.queryKey, saved);
      // Invalidate lists and counts. After a change of status, refetch the visible ones at once.
      for (const kind of ['list', 'count']) {
        void cache.invalidateQueries({ queryKey: ['orders', kind], refetchType: isElsewhere ? 'active' : 'none' });
      }
    },
  };
}
