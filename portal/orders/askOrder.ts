import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Form } from '#schemas/generated/types.ts';
import { recordOf } from '../api/queries.ts';
import { answerAlong, request } from '../api/request.ts';
import { formRules } from './formRules.ts';

/** An order with those whom it names. */
export const orderQuery = (id: string) => recordOf('orders', id, { populate: 'client,user,product' });

/** The form as it was when the order was filled on it: a version never changes, so it is asked for once (design 7). */
export const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['order_forms', id],
    queryFn: ({ signal }) => request<Form>({ path: `orders/${id}/form`, signal }),
    initialData: () => answerAlong<Form>({ path: `orders/${id}/form` }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Asks for an order and its form before its page is there. */
export function askOrder(cache: QueryClient, id: string): void {
  void cache.prefetchQuery(orderQuery(id));
  void cache.prefetchQuery(formQuery(id));
  void cache.prefetchQuery(formRules);
}
