import { readForm } from '#schemas/forms/read-form.ts';
import type { Channel, Client, Form, Order } from '#schemas/generated/types.ts';
import { mergeValues } from '#schemas/mail/merge-values.ts';
import { request } from '../provider/http.ts';

/** Computes the merge values of an order like the server does. Throws HttpError. */
export async function orderMergeValues(id: string): Promise<Map<string, string>> {
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
