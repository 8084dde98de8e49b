import type { Order } from '../generated/types.ts';
import { isChange } from './is-change.ts';

/**
 * What decides who may write which property of an order: its status, and of a PENDING one whether it is a change of a COMPLETE
 * order. CREATE is an order that is being made.
 */
export const orderStages = ['CREATE', 'DRAFT', 'PENDING', 'PENDING_CHANGE', 'COMPLETE', 'CANCELED'] as const;

export type OrderStage = (typeof orderStages)[number];

/** The stage of a stored order. */
export const stageOf = (order: Pick<Order, 'status' | 'changeDate'>): Exclude<OrderStage, 'CREATE'> =>
  isChange(order) ? 'PENDING_CHANGE' : order.status;

/** A stage within a sentence: 'an order that is PENDING'. */
export const stageNames: Readonly<Record<OrderStage, string>> = {
  CREATE: 'a new order',
  DRAFT: 'an order that is DRAFT',
  PENDING: 'an order that is PENDING',
  PENDING_CHANGE: 'an order whose change is PENDING',
  COMPLETE: 'an order that is COMPLETE',
  CANCELED: 'an order that is CANCELED',
};
