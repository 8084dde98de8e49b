import type { NamedRecord } from '../../api/queries.ts';
import type { OrderStatus } from '../../look/StatusChip.tsx';

/**
 * Returns the filter shared by a list of orders and its count, so that both agree: the channel's orders, or all that
 * the person may read.
 */
export const ordersFilter = (channel: NamedRecord | undefined, status?: OrderStatus) => ({
  channelId: channel?.id,
  status,
});

/** The status filters of the list's address (spec 2), with the title of the page. */
export const statusFilters = [
  { value: 'draft', status: 'DRAFT', title: 'Drafts' },
  { value: 'pending', status: 'PENDING', title: 'Pending' },
  { value: 'complete', status: 'COMPLETE', title: 'Complete' },
  { value: 'canceled', status: 'CANCELED', title: 'Canceled' },
] as const satisfies readonly { value: string; status: OrderStatus; title: string }[];

export type StatusFilter = (typeof statusFilters)[number];

/** Parses a status filter, case-insensitively. Returns undefined for none or an unknown one. */
export function statusFilterOf(text: string | null): StatusFilter | undefined {
  return statusFilters.find(({ value }) => value === text?.toLowerCase());
}
