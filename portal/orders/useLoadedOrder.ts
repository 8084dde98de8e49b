import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Form } from '#schemas/generated/types.ts';
import { isMissing } from '../api/ApiError.ts';
import type { ShownOrder } from '../api/queries.ts';
import { formQuery, orderQuery } from './askOrder.ts';
import { formRules } from './formRules.ts';

/** Whether this is the form that an order was filled on, as it was then. */
export const isFormOf = ({ form, formVersion }: ShownOrder, { id, version }: Form) =>
  id === form && version === formVersion;

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
