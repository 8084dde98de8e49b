import type { Identifier } from 'react-admin';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { waitingForFilter, waitingTimeFilters, waiverFilter } from '#schemas/orders/approval-queue.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';

export const queueTitle = 'Pending Orders Queue';

/** The queue's filter and sort order: longest waiting first. */
export const queueFilter = { status: 'PENDING' };
export const queueSort = { field: 'waitingSince', order: 'ASC' } as const;

/** The queue as a table, for bulk decisions, saved views and CSV. */
export const tableAddress = '/orders/pending/table';

/** The desk with an order open. */
export const addressInQueue = (id: Identifier) => `/orders/pending?order=${id}`;

/** Filters of the queue that are query keys of the API (`api/features/orders/list/queue-keys.ts`). */
export const queueFilters: Field[] = [
  filter('waitingFor', 'Waiting for', { enum: [...waitingForFilter] }),
  filter('waitingLonger', 'Waiting longer than', { enum: Object.keys(waitingTimeFilters) }),
  filter('waivers', 'Waivers', { enum: [...waiverFilter] }),
  filter('agency', 'Agency', { 'x-ref': 'Entity' }),
];

function filter(name: string, label: string, more: Partial<Property>): Field {
  const property: Property = { type: 'string', title: label, ...more };
  return { name, label, property, kind: propertyKindOf(property, name), isRequired: true };
}
