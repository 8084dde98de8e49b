import type { Order } from '../generated/types.ts';
import { lastRequest, openWaivers } from './waivers.ts';

/** The properties of an order that the approval queue sorts and filters by. */
type QueueProperties = Pick<Order, 'waitingSince' | 'bypassRequestedBy'>;

/**
 * Computes the queue properties of an order after a save: since when it has been waiting for a decision, and who
 * requested the pending bypass.
 */
export function queueProperties(
  order: Pick<Order, 'status' | 'waivers' | 'actions'>,
  before: Pick<Order, 'status' | 'waitingSince'>,
  now: string,
): QueueProperties {
  if (order.status !== 'PENDING') return { waitingSince: null, bypassRequestedBy: null };
  const hasRequest = openWaivers(order).length > 0;
  return {
    waitingSince: (before.status === 'PENDING' && before.waitingSince) || now,
    bypassRequestedBy: (hasRequest && lastRequest(order)?.user) || null,
  };
}

const hour = 3_600_000;

/** The filter values of the queue for waiting time, in milliseconds. */
export const waitingTimeFilters = {
  '1_hour': hour,
  '4_hours': 4 * hour,
  '1_day': 24 * hour,
  '3_days': 72 * hour,
  '1_week': 168 * hour,
  '1_month': 720 * hour,
} as const satisfies Record<string, number>;

/** Filter values: orders that wait for the current user, and orders with requested or granted waivers. */
export const waitingForFilter = ['me'] as const;
export const waiverFilter = ['requested', 'granted'] as const;

/** Filter values: the current user's drafts by what is to be done, and orders whose latest change others requested. */
export const draftFilter = ['sentBack', 'unfinished'] as const;
export const changerFilter = ['others'] as const;
