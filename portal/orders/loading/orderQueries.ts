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
export const formQuery = (id: string) =>
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
  /** Reloads the order of this id, bypassing the cache. */
  load: (id: string) => Promise<PopulatedOrder>;
  /** Writes the saved order to the cache. */
  updateCache: (saved: PopulatedOrder) => void;
}

/** Hook: loads an order, its form and the rules language in parallel. Without an id it loads nothing. */
export function useLoadedOrder(id: string): LoadedOrder {
  const cache = useQueryClient();
  const enabled = id !== '';
  const order = useQuery({ ...orderQuery(id), enabled });
  const form = useQuery({ ...formQuery(id), enabled });
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
    load: (saved) => cache.fetchQuery({ ...orderQuery(saved), staleTime: 0 }),
    updateCache: (saved) => {
      const { queryKey } = orderQuery(saved.id);
      const isElsewhere = cache.getQueryData(queryKey)?.status !== saved.status;
      cache.setQueryData(queryKey, saved);
      // Invalidate lists and counts. After a change of status, refetch the visible ones at once.
      for (const kind of ['list', 'count']) {
        void cache.invalidateQueries({ queryKey: ['orders', kind], refetchType: isElsewhere ? 'active' : 'none' });
      }
    },
  };
}

/**
 * Hook: a new order in a channel, which is not created: its form, and the order with the form's initial values as the
 * server would create it. Its id is empty until its first save. `stored` is what `useLoadedOrder` returns for it.
 */
export function useNewOrder(
  place: { channelId: string; client: string | null },
  stored: LoadedOrder,
  enabled: boolean,
): LoadedOrder {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    // Not below `orders`: a change of other orders must not load it again.
    queryKey: ['new-order', place],
    queryFn: () =>
      request<{ order: PopulatedOrder; form: Form }>({ method: 'POST', path: 'orders/preview', body: place }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled,
  });
  if (!enabled) return stored;
  return {
    ...stored,
    loaded: data ? { shown: data.order, form: data.form } : null,
    error,
    retry: refetch,
    updateCache: (saved) => {
      stored.updateCache(saved);
      cache.setQueryData(formQuery(saved.id).queryKey, data?.form);
    },
  };
}
