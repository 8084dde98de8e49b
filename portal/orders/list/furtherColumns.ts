import { queryOptions } from '@tanstack/react-query';
import { furtherFields } from '#schemas/orders/order-fields.ts';
import type { ShownOrder } from '../../api/queries.ts';

/** A column for an additional field of orders. */
export interface FurtherColumn {
  key: string;
  title: string;
  isNumber: boolean;
  text: (order: ShownOrder) => string;
}

/**
 * Query options of the columns for additional fields. The code that reads their schema is loaded only if there are any.
 */
export const furtherColumns = queryOptions({
  queryKey: ['orders', 'further-columns'],
  queryFn: async (): Promise<FurtherColumn[]> => (await import('./readFurtherColumns.ts')).readFurtherColumns(),
  enabled: furtherFields.length > 0,
  staleTime: Number.POSITIVE_INFINITY,
});
