import type { Order } from '../generated/types.ts';
import { isChange } from './is-change.ts';
import { openWaivers } from './waivers.ts';

/** What has to be known of an order's status in lists: that a bypass is asked for, that a change waits, or why it was sent back or its change refused. */
export function stateNote(
  order: Pick<Order, 'status' | 'changeDate' | 'sentBackReason' | 'waivers'>,
): string | undefined {
  const { status, sentBackReason } = order;
  if (openWaivers(order).length > 0) return 'Bypass of validation asked for';
  if (isChange(order)) return 'Change of a complete order';
  if (!sentBackReason || (status !== 'DRAFT' && status !== 'COMPLETE')) return undefined;
  return `${status === 'DRAFT' ? 'Sent back' : 'Change refused'}: ${sentBackReason}`;
}
