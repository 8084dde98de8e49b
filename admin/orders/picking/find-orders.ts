import { isRecord } from '#schemas/forms/is-record.ts';
import type { Client, Order } from '#schemas/generated/types.ts';
import { request } from '../../provider/http.ts';

/** An order in the picker. */
export interface PickedOrder {
  id: string;
  label: string;
}

/** Restricts the orders; empty allows all that the user may read. */
export type OrderScope = Partial<Pick<Order, 'channelId' | 'form'>>;

type OrderRow = Pick<Order, 'id' | 'refCode' | 'status'> & { client: Pick<Client, 'name'> | string | null };

/** Searches orders, most recent first. Throws HttpError. */
export async function searchOrders({ among, search }: { among: OrderScope; search: string }): Promise<PickedOrder[]> {
  const query = new URLSearchParams({ limit: '20', populate: 'client', sort: '-updatedAt', search, ...among });
  const { json } = await request(`/api/orders?${query}`);
  const found: { results: OrderRow[] } = json;
  return found.results.map(({ id, refCode, client, status }) => ({
    id,
    label: [refCode, isRecord(client) ? client.name : 'no client', status].join(' · '),
  }));
}
