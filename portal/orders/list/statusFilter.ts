import type { Named } from '../../api/queries.ts';
import type { OrderStatus } from '../../look/StatusChip.tsx';

/** What a list of orders and its count are asked by, so that both mean the same: the channel's, else all that one reads. */
export const ordersOf = (channel: Named | undefined, status?: OrderStatus) => ({ channelId: channel?.id, status });

/** The statuses that the list's address may ask for (spec 2), and what the list is called then. */
export const statusFilters = [
  { value: 'draft', status: 'DRAFT', title: 'Drafts' },
  { value: 'pending', status: 'PENDING', title: 'Pending' },
  { value: 'complete', status: 'COMPLETE', title: 'Complete' },
  { value: 'canceled', status: 'CANCELED', title: 'Canceled' },
] as const satisfies readonly { value: string; status: OrderStatus; title: string }[];

export type StatusFilter = (typeof statusFilters)[number];

/** The filter that an address asks for, in any case; nothing for none or an unknown one. */
export function statusFilterOf(text: string | null): StatusFilter | undefined {
  return statusFilters.find(({ value }) => value === text?.toLowerCase());
}
