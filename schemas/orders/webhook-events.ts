import type { Webhook } from '../generated/types.ts';

/** What webhooks are told of. */
export type WebhookEvent = Webhook['events'][number];

const events: readonly string[] = ['submitted', 'approved', 'returned', 'canceled'] satisfies WebhookEvent[];

/** Whether a word names such an event. */
export const isWebhookEvent = (name: string): name is WebhookEvent => events.includes(name);
