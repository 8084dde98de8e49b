import type { Order } from '../generated/types.ts';
import { lastRequest, openWaivers } from './waivers.ts';

/** What of an order the approvals queue goes by. */
type Waiting = Pick<Order, 'waitingSince' | 'bypassRequestedBy'>;

/** Since when an order waits for a decision after a save, and who asked for the bypass that waits with it. */
export function waitingOf(
  order: Pick<Order, 'status' | 'waivers' | 'actions'>,
  before: Pick<Order, 'status' | 'waitingSince'>,
  now: string,
): Waiting {
  if (order.status !== 'PENDING') return { waitingSince: null, bypassRequestedBy: null };
  const isAsked = openWaivers(order).length > 0;
  return {
    waitingSince: (before.status === 'PENDING' && before.waitingSince) || now,
    bypassRequestedBy: (isAsked && lastRequest(order)?.user) || null,
  };
}

const hour = 3_600_000;

/** How long an order may have waited to be asked for by that; milliseconds. */
export const waitingTimes = {
  '1_hour': hour,
  '4_hours': 4 * hour,
  '1_day': 24 * hour,
  '3_days': 72 * hour,
  '1_week': 168 * hour,
  '1_month': 720 * hour,
} as const satisfies Record<string, number>;

/** What waits for whoever asks, and what has waivers, asked for or granted. */
export const waitingFor = ['me'] as const;
export const waiverStates = ['requested', 'granted'] as const;

/** The drafts of whoever asks, by what there is to do; and whose latest change is asked for. */
export const ownDrafts = ['sentBack', 'unfinished'] as const;
export const changers = ['others'] as const;
