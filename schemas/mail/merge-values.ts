import { formPlace } from '../changes/words/form-place.ts';
import type { Form, LoadedOptions } from '../forms/form.ts';
import type { Channel, Client, Order } from '../generated/types.ts';
import { builtInFormats } from '../texts/moments.ts';

interface MergeSource {
  order: Pick<Order, 'refCode' | 'submissionDate' | 'formData'>;
  client: Client | null;
  channel: Pick<Channel, 'name'> | null;
  form: Pick<Form, 'scope'>;
  /** The options of lists and resources that the answers refer to. */
  options?: LoadedOptions | undefined;
  /** The current time (ISO), used as the submission date of an order that is not submitted (spec 3). */
  now: string;
}

/** The value of each merge field for an order, as text; empty if it has none. */
export function mergeValues({ order, client, channel, form, options, now }: MergeSource): Map<string, string> {
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
    'order.submissionDate': builtInFormats['M/d/yy']?.(order.submissionDate ?? now),
    'order.refCode': order.refCode,
    'channel.name': channel?.name,
  };
  const place = formPlace(form, options);
  const answers = [...form.scope.owners.keys()].map((key): [string, string] => {
    const value = order.formData[key];
    return [`form.${key}`, isNothing(value) ? '' : place.inside(key).text(value)];
  });
  return new Map([...Object.entries(known).map(([field, text]): [string, string] => [field, text ?? '']), ...answers]);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';
