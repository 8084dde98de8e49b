import { isRecord } from '#schemas/forms/is-record.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Channel, Client, Form, Order } from '#schemas/generated/types.ts';
import { mergeValues } from '#schemas/mail/merge-values.ts';
import { request } from '../provider/http.ts';

/** An order to tell a message of, as the picker lists it. */
export interface PickedOrder {
  id: string;
  label: string;
}

type Listed = Pick<Order, 'id' | 'refCode' | 'status'> & { client: Pick<Client, 'name'> | string | null };

/** The orders that one may read, of a channel where one is given, the latest first. */
export async function findOrders({ channel, search }: { channel?: string; search: string }): Promise<PickedOrder[]> {
  const query = new URLSearchParams({ limit: '20', populate: 'client', sort: '-updatedAt', search });
  if (channel) query.set('channelId', channel);
  const found = await read<{ results: Listed[] }>(`/api/orders?${query}`);
  return found.results.map(({ id, refCode, client, status }) => ({
    id,
    label: [refCode, isRecord(client) ? client.name : 'no client', status].join(' · '),
  }));
}

/** What the merge fields come to for an order, as the server would tell it. */
export async function valuesOfOrder(id: string): Promise<Map<string, string>> {
  const [order, form] = await Promise.all([
    read<Omit<Order, 'client'> & { client: Client | string | null }>(`/api/orders/${id}?populate=client`),
    read<Pick<Form, 'formSchema'>>(`/api/orders/${id}/form`),
  ]);
  const channel = await read<Channel>(`/api/channels/${order.channelId}`);
  const client = typeof order.client === 'string' ? null : order.client;
  const values = mergeValues({
    order,
    client,
    channel,
    form: readForm(form.formSchema),
    now: new Date().toISOString(),
  });
  return values.set('order.link', `${window.location.origin}/c/${channel.slug}/orders/${id}`);
}

async function read<T>(path: string): Promise<T> {
  const { json } = await request(path);
  return json;
}
