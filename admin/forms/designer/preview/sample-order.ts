import type { FormStore } from '#portal/forms/store/formStore.ts';
import { contextOf } from '#portal/orders/formContext.ts';
import { initialValues } from '#schemas/forms/initial-values.ts';
import { normalise } from '#schemas/forms/normalise.ts';
import type { Order } from '#schemas/generated/types.ts';
import { request } from '../../../provider/http.ts';
import { contextNow } from '../fillable.ts';

/** An order with all that the scripts of its form may read. */
export type SampleOrder = Parameters<typeof contextOf>[0] & Pick<Order, 'formData'>;

/** Reads an order that the caller may read. Throws HttpError. */
export async function readSample(id: string, signal: AbortSignal): Promise<SampleOrder> {
  const { json: order } = await request(`/api/orders/${id}?populate=client,user,product`, { signal });
  const { json } = await request('/api/channels/list', { signal });
  const channels: SampleOrder['channel'][] = json;
  // Of a channel that may not be read the form's rules know what the order does.
  const unknown = { id: order.channelId, name: '' };
  return { ...order, channel: channels.find((each) => each.id === order.channelId) ?? unknown };
}

/** Fills a form in with an order: its data and whatever else scripts read of it. */
export function fillWith(store: FormStore, order: SampleOrder): void {
  const context = contextOf(order);
  store.together(() => {
    store.useContext(context);
    store.replace(normalise(store.form, order.formData, context).data);
  });
}

/** Begins anew, as a new order does, with nobody and nothing around it. */
export function fillAnew(store: FormStore): void {
  const context = contextNow();
  store.together(() => {
    store.useContext(context);
    store.replace(initialValues(store.form, context));
  });
}
