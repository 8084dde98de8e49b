import type { Order } from '../generated/types.ts';

/** Whether the order is a change of a COMPLETE order that is pending approval. */
export const isPendingChange = ({ status, changeDate }: Pick<Order, 'status' | 'changeDate'>): boolean =>
  status === 'PENDING' && changeDate !== null;
