import { type Identifier, useGetIdentity, useGetList, useStore } from 'react-admin';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { waitingForFilter, waitingTimeFilters, waiverFilter } from '#schemas/orders/approval-queue.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';

export const queueTitle = 'Pending Orders Queue';

/** The queue's filter and sort order: longest waiting first. */
export const queueFilter = { status: 'PENDING' };
export const queueSort = { field: 'waitingSince', order: 'ASC' } as const;

/** Page of an order opened from the queue. */
export const addressInQueue = (id: Identifier) => `/orders/pending/${id}`;

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

/** How many queued orders are loaded to find the next one. */
const searchLimit = 100;

interface Neighbours {
  /** The next order in the user's filter and sort order; wraps around. Null if there is no other. */
  next: Identifier | null;
  /** Length of the queue, including this order. */
  total: number | undefined;
}

/** Returns the next order in the queue, with the filters and sort order that the user has set for it. */
export function useNextInQueue(id: string): Neighbours {
  const { identity } = useGetIdentity();
  const [listState] = useStore<ListState>(`${identity?.id}.orders/${queueTitle}`, {});
  const { data = [], total } = useGetList(
    'orders',
    {
      filter: { ...listState.filter, ...queueFilter },
      sort: listState.sort ? { field: listState.sort, order: listState.order ?? 'ASC' } : queueSort,
      pagination: { page: 1, perPage: searchLimit },
    },
    { enabled: identity !== undefined },
  );
  const ids = data.filter((order) => order.status === 'PENDING' || order.id === id).map((order) => order.id);
  const next = ids[ids.indexOf(id) + 1] ?? ids.find((each) => each !== id) ?? null;
  return { next, total };
}

/** Shape of react-admin's stored list state (`ListBase`). */
interface ListState {
  filter?: Record<string, unknown>;
  sort?: string;
  order?: 'ASC' | 'DESC';
}
