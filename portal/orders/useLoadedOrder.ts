import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import { isMissing } from '../api/ApiError.ts';
import { recordOf, type ShownOrder } from '../api/queries.ts';
import { answerAlong, request } from '../api/request.ts';
import { formRules } from './formRules.ts';

const orderQuery = (id: string) => recordOf('orders', id, { populate: 'client,user,product' });

/** The form as it was when the order was filled on it: a version never changes, so it is asked for once (design 7). */
const formQuery = (id: string) =>
  queryOptions({
    queryKey: ['order_forms', id],
    queryFn: ({ signal }) => request<Form>({ path: `orders/${id}/form`, signal }),
    initialData: () => answerAlong<Form>({ path: `orders/${id}/form` }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const isFormOf = ({ form, formVersion }: ShownOrder, { id, version }: Form) => id === form && version === formVersion;

export interface LoadedOrder {
  /** The order and its form, once both are there and belong together. */
  loaded: { shown: ShownOrder; form: Form } | null;
  /** The order as far as it is there. */
  order: ShownOrder | undefined;
  error: Error | null;
  retry: () => void;
  /** The server has no such order for the person any more. */
  isGone: boolean;
  /** Reads the order anew, past what is kept of it. */
  load: () => Promise<ShownOrder>;
  /** This is what the order is now. */
  keep: (saved: ShownOrder) => void;
}

/** Asks for an order and its form before its page is there. */
export function askOrder(cache: QueryClient, id: string): void {
  void cache.prefetchQuery(orderQuery(id));
  void cache.prefetchQuery(formQuery(id));
  void cache.prefetchQuery(formRules);
}

/** An order, its form and, beside them, the rules language. */
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
    isGone: isMissing(order.error),
    load: () => cache.fetchQuery({ ...query, staleTime: 0 }),
    keep: (saved) => {
      const isElsewhere = cache.getQueryData(query.queryKey)?.status !== saved.status;
      cache.setQueryData(query.queryKey, saved);
      // Lists are read anew when they are next looked at; counts at once, where they are others.
      for (const kind of ['list', 'count']) {
        void cache.invalidateQueries({ queryKey: ['orders', kind], refetchType: isElsewhere ? 'active' : 'none' });
      }
    },
  };
}
