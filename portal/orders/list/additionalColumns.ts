import { queryOptions } from '@tanstack/react-query';
import type { PopulatedOrder } from '../../api/queries.ts';

/** A column for an additional field of orders. */
export interface AdditionalColumn {
  key: string;
  title: string;
  isNumber: boolean;
  text: (order: PopulatedOrder) => string;
}

/**
 * Query options of the columns for additional fields. The code that reads their schema is loaded only if there are any.
 */
export const additionalColumns = queryOptions({
  queryKey: ['orders', 'further-columns'],
  queryFn: async (): Promise<AdditionalColumn[]> => (await import('./readFormColumns.ts')).readAdditionalColumns(),
  staleTime: Number.POSITIVE_INFINITY,
});
