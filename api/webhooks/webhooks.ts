import type { Order, Webhook } from '#schemas/generated/types.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { isWebhookEvent, type WebhookEvent } from '#schemas/orders/webhook-events.ts';
import { now } from '../clock/clock.ts';
import { putJob } from '../jobs/queue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { sealText } from '../store/sealing.ts';
import { store } from '../store/store.ts';
import { newWebhookSecret } from './signature.ts';

/** Webhooks have a secret from the first on, so that nothing goes out unsigned; who needs to know it has a new one made. */
export const webhooks: Declaration<Webhook> = {
  beforeWrite: async ({ current, changes }) =>
    current ? changes : { ...changes, sealedSecret: sealText(newWebhookSecret()) },
  parts: [{ name: 'WebhookDelivery', field: 'webhook' }],
};

/** Queues the events of a transition for the webhooks that ask for them, in its transaction (design 8); with `notBefore` none is sent earlier. */
export async function queueWebhooks(
  order: Order,
  transition: Transition | undefined,
  notBefore?: string,
): Promise<void> {
  const events = (transition?.effects ?? []).map((effect) => effect.replace(/^hook:/, '')).filter(isWebhookEvent);
  for (const event of events) {
    const webhooks = await store('Webhook').find({ filter: { events: event, inactive: false } });
    for (const { id } of webhooks) await queue(id, { event, order, notBefore });
  }
}

interface Queued {
  event: WebhookEvent;
  order: Order;
  notBefore: string | undefined;
}

async function queue(webhook: string, { event, order, notBefore }: Queued): Promise<void> {
  const payload = JSON.stringify(messageOf(event, order));
  const about = { refCode: order.refCode, order: order.id, orderRevision: order.revision };
  const { id } = await store('WebhookDelivery').insert({ webhook, event, ...about, payload });
  await putJob('webhook', `WebhookDelivery/${id}`, notBefore === undefined ? undefined : new Date(notBefore));
}

/** What is told: whose order it is and how it stands. Who needs more asks the API, by rights of their own. */
function messageOf(event: WebhookEvent, { id, refCode, status, revision, channelId, client, user }: Order): object {
  return {
    type: `order.${event}`,
    timestamp: now().toISOString(),
    data: { order: { id, refCode, status, revision, channelId, client, user } },
  };
}
