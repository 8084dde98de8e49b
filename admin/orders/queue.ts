import { type Identifier, useGetIdentity, useGetList, useStore } from 'react-admin';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { waitingFor, waitingTimes, waiverStates } from '#schemas/orders/queue.ts';
import { kindOf } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';

export const queueTitle = 'Pending Orders Queue';

/** What is in the queue, and what waits longest comes first. */
export const inQueue = { status: 'PENDING' };
export const queueOrder = { field: 'waitingSince', order: 'ASC' } as const;

/** Where an order stands that was opened from the queue. */
export const addressInQueue = (id: Identifier) => `/orders/pending/${id}`;

/** What the queue is asked for by keys of its own (`api/orders/queue-keys.ts`). */
export const queueFilters: Field[] = [
  filter('waitingFor', 'Waiting for', { enum: [...waitingFor] }),
  filter('waitingLonger', 'Waiting longer than', { enum: Object.keys(waitingTimes) }),
  filter('waivers', 'Waivers', { enum: [...waiverStates] }),
  filter('agency', 'Agency', { 'x-ref': 'Entity' }),
];

function filter(name: string, label: string, more: Partial<Property>): Field {
  const property: Property = { type: 'string', title: label, ...more };
  return { name, label, property, kind: kindOf(property, name), isRequired: true };
}

/** Orders of the queue that are looked through for the one after another. */
const most = 100;

interface Neighbours {
  /** The order after this one as the person has the queue, the first where it is the last of them; null where there is no other. */
  next: Identifier | null;
  /** How many wait, this one included. */
  total: number | undefined;
}

/** What comes after an order in the queue, as the signed-in person has filtered and sorted it. */
export function useQueue(id: string): Neighbours {
  const { identity } = useGetIdentity();
  const [kept] = useStore<Kept>(`${identity?.id}.orders/${queueTitle}`, {});
  const { data = [], total } = useGetList(
    'orders',
    {
      filter: { ...kept.filter, ...inQueue },
      sort: kept.sort ? { field: kept.sort, order: kept.order ?? 'ASC' } : queueOrder,
      pagination: { page: 1, perPage: most },
    },
    { enabled: identity !== undefined },
  );
  const ids = data.filter((order) => order.status === 'PENDING' || order.id === id).map((order) => order.id);
  const next = ids[ids.indexOf(id) + 1] ?? ids.find((each) => each !== id) ?? null;
  return { next, total };
}

/** How react-admin keeps a list (`ListBase`). */
interface Kept {
  filter?: Record<string, unknown>;
  sort?: string;
  order?: 'ASC' | 'DESC';
}
