import { formPlace } from '../changes/words/form-place.ts';
import type { Form } from '../forms/form.ts';
import type { Channel, Client, Order } from '../generated/types.ts';
import { ownFormats } from '../texts/moments.ts';

interface Merged {
  order: Pick<Order, 'refCode' | 'submissionDate' | 'formData'>;
  client: Client | null;
  channel: Pick<Channel, 'name'> | null;
  form: Pick<Form, 'scope'>;
  /** ISO: the submission date of what was not submitted (spec 3). */
  now: string;
}

/** What the merge fields of a message come to for an order, a text each; one without a value comes to nothing. */
export function mergeValues({ order, client, channel, form, now }: Merged): Map<string, string> {
  const { street, city, state, zip } = client?.businessAddress ?? {};
  const { name, website, phoneNumber, industry } = client ?? {};
  const known = {
    'client.name': name,
    'client.street': street,
    'client.city': city,
    'client.state': state,
    'client.zip': zip,
    'client.website': website,
    'client.phoneNumber': phoneNumber,
    'client.industry': industry,
    'order.submissionDate': ownFormats['M/d/yy']?.(order.submissionDate ?? now),
    'order.refCode': order.refCode,
    'channel.name': channel?.name,
  };
  const place = formPlace(form);
  const answers = [...form.scope.owners.keys()].map((key): [string, string] => {
    const value = order.formData[key];
    return [`form.${key}`, isNothing(value) ? '' : place.inside(key).text(value)];
  });
  return new Map([...Object.entries(known).map(([field, text]): [string, string] => [field, text ?? '']), ...answers]);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';
