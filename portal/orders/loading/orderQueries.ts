import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Form } from '#schemas/generated/types.ts';
import { recordOf } from '../../api/queries.ts';
import { preloadedResponse, request } from '../../api/request.ts';
import { formRules } from './formRules.ts';

/** Query options of an order with its references populated. */
export const orderQuery = (id: string) => recordOf('orders', id, { populate: 'client,user,product' });

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
