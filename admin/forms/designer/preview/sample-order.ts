import type { FormStore } from '#portal/forms/store/formStore.ts';
import { scriptContextOf } from '#portal/orders/editing/formContext.ts';
import { initialValues } from '#schemas/forms/fill.ts';
import { normalise } from '#schemas/forms/normal-value.ts';
import type { Order } from '#schemas/generated/types.ts';
import { request } from '../../../provider/http.ts';
import { newOrderContext } from '../form-store.ts';

/** An order with everything that its form's scripts may read. */
export type SampleOrder = Parameters<typeof scriptContextOf>[0] & Pick<Order, 'formData'>;

/** Loads an order with the context of its scripts. Throws HttpError. */
export async function loadSampleOrder(id: string, signal: AbortSignal): Promise<SampleOrder> {
  const { json: order } = await request(`/api/orders/${id}?populate=client,user,product`, { signal });
  const { json } = await request('/api/channels/list', { signal });
  const channels: SampleOrder['channel'][] = json;
  // For a channel without read access, scripts see what the order itself has.
  const unknown = { id: order.channelId, name: '' };
  return { ...order, channel: channels.find((each) => each.id === order.channelId) ?? unknown };
}

/** Fills a form store with an order: its data and the context of its scripts. */
export function fillWithOrder(store: FormStore, order: SampleOrder): void {
  const context = scriptContextOf(order);
  store.batch(() => {
    store.setContext(context);
    store.replace(normalise(store.form, order.formData, context).data);
  });
}

/** Resets a form store to a new order without client, user and channel. */
export function resetForm(store: FormStore): void {
  const context = newOrderContext();
  store.batch(() => {
    store.setContext(context);
    store.replace(initialValues(store.form, context));
  });
}
