import type { Form } from '#schemas/forms/form.ts';
import type { Channel, Client, Order, User } from '#schemas/generated/types.ts';
import { mergeValues } from '#schemas/mail/merge-values.ts';
import { now } from '../../../platform/clock/clock.ts';
import { loadOptions } from '../../option-lists/load-options.ts';
import { loadReferences } from '../lines/references.ts';

/** Merge field values of a message about an order, with the people, channel and form that it references. */
export interface MergeFieldValues {
  values: ReadonlyMap<string, string>;
  client: Client | null;
  user: User | null;
  channel: Channel | null;
  /** The form version that the order is filled on. */
  form: Form | null;
}

/** Loads the merge field values for an order. */
export async function mergeFieldValues(order: Order): Promise<MergeFieldValues> {
  const { client, user, channelId: channel, read: form } = await loadReferences(order, { also: ['client', 'user'] });
  const options = form ? await loadOptions(form, order.formData) : undefined;
  const values = form ? mergeValues({ order, client, channel, form, options, now: now().toISOString() }) : new Map();
  return { values, client, user, channel, form };
}
