import type { OrderStatus } from '../../look/StatusChip.tsx';

/** The statuses that the list's address may ask for (spec 2), and what the list is called then. */
export const statusFilters = [
  { value: 'draft', status: 'DRAFT', title: 'Drafts' },
  { value: 'pending', status: 'PENDING', title: 'Pending' },
  { value: 'complete', status: 'COMPLETE', title: 'Complete' },
  { value: 'canceled', status: 'CANCELED', title: 'Canceled' },
] as const satisfies readonly { value: string; status: OrderStatus; title: string }[];

/** The filter that an address asks for, in any case; nothing for none or an unknown one. */
export function statusFilterOf(text: string | null): (typeof statusFilters)[number] | undefined {
  return statusFilters.find(({ value }) => value === text?.toLowerCase());
}
