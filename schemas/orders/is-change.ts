import type { Order } from '../generated/types.ts';

/** Whether a change of a COMPLETE order waits to be approved. */
export const isChange = ({ status, changeDate }: Pick<Order, 'status' | 'changeDate'>): boolean =>
  status === 'PENDING' && changeDate !== null;
