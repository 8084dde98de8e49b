import type { Order } from '../generated/types.ts';
import { isPendingChange } from './is-pending-change.ts';
import { openWaivers } from './waivers.ts';

/**
 * The note next to an order's status in lists: a bypass is requested, a change is pending, or the reason why it was
 * sent back or its change rejected.
 */
export function stateNote(
  order: Pick<Order, 'status' | 'changeDate' | 'sentBackReason' | 'waivers'>,
): string | undefined {
  const { status, sentBackReason } = order;
  if (openWaivers(order).length > 0) return 'Validation bypass requested';
  if (isPendingChange(order)) return 'Change to a complete order';
  if (!sentBackReason || (status !== 'DRAFT' && status !== 'COMPLETE')) return undefined;
  return `${status === 'DRAFT' ? 'Sent back' : 'Change rejected'}: ${sentBackReason}`;
}
