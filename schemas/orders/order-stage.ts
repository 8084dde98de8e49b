import type { Order } from '../generated/types.ts';
import { isPendingChange } from './is-pending-change.ts';

/**
 * The stage of an order decides who may write which property: its status, and for a PENDING order whether it is a
 * change of a COMPLETE one. CREATE is an order that is not stored yet.
 */
export const orderStages = ['CREATE', 'DRAFT', 'PENDING', 'PENDING_CHANGE', 'COMPLETE', 'CANCELED'] as const;

export type OrderStage = (typeof orderStages)[number];

/** The stage of a stored order. */
export const stageOf = (order: Pick<Order, 'status' | 'changeDate'>): Exclude<OrderStage, 'CREATE'> =>
  isPendingChange(order) ? 'PENDING_CHANGE' : order.status;

/** A stage inside a sentence: 'a PENDING order'. */
export const stageNames: Readonly<Record<OrderStage, string>> = {
  CREATE: 'a new order',
  DRAFT: 'a DRAFT order',
  PENDING: 'a PENDING order',
  PENDING_CHANGE: 'an order with a PENDING change',
  COMPLETE: 'a COMPLETE order',
  CANCELED: 'a CANCELED order',
};
