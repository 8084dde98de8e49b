import type { Webhook } from '../generated/types.ts';

/** The events that webhooks can subscribe to. */
export type WebhookEvent = Webhook['events'][number];

const events: readonly string[] = ['submitted', 'approved', 'returned', 'canceled'] satisfies WebhookEvent[];

/** Whether a text is the name of such an event. */
export const isWebhookEvent = (name: string): name is WebhookEvent => events.includes(name);
