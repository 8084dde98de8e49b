import { isRecord } from '#schemas/forms/is-record.ts';
import type { Client, Order } from '#schemas/generated/types.ts';
import { request } from '../../provider/http.ts';

/** An order as a picker lists it. */
export interface PickedOrder {
  id: string;
  label: string;
}

/** Which orders there are to choose from; all that one may read where nothing is said. */
export type Among = Partial<Pick<Order, 'channelId' | 'form'>>;

type Listed = Pick<Order, 'id' | 'refCode' | 'status'> & { client: Pick<Client, 'name'> | string | null };

/** The orders that one may read, the latest first. */
export async function findOrders({ among, search }: { among: Among; search: string }): Promise<PickedOrder[]> {
  const query = new URLSearchParams({ limit: '20', populate: 'client', sort: '-updatedAt', search, ...among });
  const { json } = await request(`/api/orders?${query}`);
  const found: { results: Listed[] } = json;
  return found.results.map(({ id, refCode, client, status }) => ({
    id,
    label: [refCode, isRecord(client) ? client.name : 'no client', status].join(' · '),
  }));
}
