import { queryOptions } from '@tanstack/react-query';
import { furtherFields } from '#schemas/orders/order-fields.ts';
import type { ShownOrder } from '../../api/queries.ts';

/** A field of orders beside those that every list shows, as a column of theirs. */
export interface FurtherColumn {
  key: string;
  title: string;
  isNumber: boolean;
  text: (order: ShownOrder) => string;
}

/** The columns of the further fields; what reads their schema is loaded where there are any. */
export const furtherColumns = queryOptions({
  queryKey: ['orders', 'further-columns'],
  queryFn: async (): Promise<FurtherColumn[]> => (await import('./readFurtherColumns.ts')).readFurtherColumns(),
  enabled: furtherFields.length > 0,
  staleTime: Number.POSITIVE_INFINITY,
});
