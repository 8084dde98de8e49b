import type { Form } from '#schemas/forms/form.ts';
import type { Channel, Client, Order, User } from '#schemas/generated/types.ts';
import { mergeValues } from '#schemas/mail/merge-values.ts';
import { now } from '../clock/clock.ts';
import { referencesOf } from './references.ts';

/** What the merge fields of a message come to for an order, with the people and the channel that it names. */
export interface OrderValues {
  values: ReadonlyMap<string, string>;
  client: Client | null;
  user: User | null;
  channel: Channel | null;
  /** As it was when the order was filled on it. */
  form: Form | null;
}

/** Reads what a message about an order may tell. */
export async function valuesOf(order: Order): Promise<OrderValues> {
  const { client, user, channelId: channel, read: form } = await referencesOf(order, { also: ['client', 'user'] });
  const values = form ? mergeValues({ order, client, channel, form, now: now().toISOString() }) : new Map();
  return { values, client, user, channel, form };
}
