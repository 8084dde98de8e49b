import type { Order } from '../generated/types.ts';

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

/** Whether the order is a change of a COMPLETE order that is pending approval. */
export const isPendingChange = ({ status, changeDate }: Pick<Order, 'status' | 'changeDate'>): boolean =>
  status === 'PENDING' && changeDate !== null;

/** All statuses of an order, in the order of its life cycle (spec 4). */
export const orderStatuses = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const satisfies readonly Order['status'][];

/**
 * The note next to an order's status in lists: a bypass is requested, a change is pending, or the reason why it was
 * sent back or its change rejected.
 */
export function stateNote(
  order: Pick<Order, 'status' | 'changeDate' | 'sentBackReason' | 'bypassRequestedBy'>,
): string | undefined {
  const { status, sentBackReason } = order;
  if (order.bypassRequestedBy !== null) return 'Validation bypass requested';
  if (isPendingChange(order)) return 'Change request';
  if (!sentBackReason || (status !== 'DRAFT' && status !== 'COMPLETE')) return undefined;
  return `${status === 'DRAFT' ? 'Sent back' : 'Change rejected'}: ${sentBackReason}`;
}

/** Returns what names an order for people: its campaign and its client's name. '' if it has neither yet. */
export const orderTitle = (campaign: string | null | undefined, client: string | null): string =>
  [...new Set([campaign, client])].filter(Boolean).join(', ');
