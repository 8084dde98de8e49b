import type { Channel, Order } from '#schemas/generated/types.ts';
import type { MergeField } from '#schemas/mail/merge-fields.ts';
import { loadReadable, type Viewer } from '../../../engine/access/viewer.ts';
import { mergeFieldProblems } from '../../../engine/mail/message-validation.ts';
import { enqueueMail } from '../../../engine/mail/outbox.ts';
import { mergeTemplate } from '../../../engine/mail/templates.ts';
import type { JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import { invalidRecord } from '../../../platform/errors/catalogue.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { absoluteUrl } from '../../../platform/mail/absolute-urls.ts';
import { assertMailRateLimit } from '../../../platform/mail/limits.ts';
import { mergeFieldValues } from './mail-values.ts';

/** Request for a test mail: optionally an unsaved text, and an order whose values it shows instead of samples. */
export interface TestBody {
  subject?: string;
  content?: string;
  order?: string;
}

/** JSON Schema of `TestBody`. */
export const testBody: JsonSchema = {
  type: 'object',
  properties: {
    subject: { type: 'string', maxLength: 500, description: 'Replaces the saved subject.' },
    content: { type: 'string', maxLength: 50_000, description: 'Replaces the saved content.' },
    order: {
      type: 'string',
      pattern: idPattern,
      description: 'The order to take values from. Defaults to sample values.',
    },
  },
  additionalProperties: false,
};

interface Test {
  viewer: Viewer;
  message: Pick<TestBody, 'subject' | 'content'>;
  body: TestBody;
  /** The merge fields that the message may use. */
  fields: readonly MergeField[];
  /** The order must belong to this channel; without it, any readable order is allowed. */
  channel?: Channel;
}

/**
 * Sends a test mail to the viewer. Throws RESOURCE_NOT_FOUND for an order that may not be read,
 * DATABASE_VALIDATION_ERROR for an order of another channel or an unknown merge field, RATE_LIMITED.
 */
export async function sendTestMail({ viewer, message, body, fields, channel }: Test): Promise<{ sentTo: string }> {
  const { order: id, ...texts } = body;
  const template = { ...message, ...texts };
  const faults = mergeFieldProblems(template, {
    fields: fields.map(({ name }) => name),
    unknownFieldText: 'This mail has no',
  });
  if (faults.length > 0) throw invalidRecord(faults);
  const order = id === undefined ? null : await loadReadable(viewer, 'Order', id);
  if (order && channel && order.channelId !== channel.id)
    throw invalidRecord([{ path: '/order', value: id, message: 'This order belongs to another channel' }]);
  await assertMailRateLimit(viewer.user.id);
  const samples = fields.map(({ name, sample }): [string, string] => [name, sample]);
  const real = order ? await realValues(order, viewer) : [];
  const { subject, ...content } = mergeTemplate(template, new Map([...samples, ...real]));
  const { id: by, email } = viewer.user;
  await enqueueMail({ kind: 'test', to: [email], subject: `Test: ${subject}`, ...content, by });
  return { sentTo: email };
}

async function realValues(order: Order, { user }: Viewer): Promise<[string, string][]> {
  const { values, channel } = await mergeFieldValues(order);
  const link = absoluteUrl(`/c/${channel?.slug ?? order.channelId}/orders/${order.id}`);
  return [...values, ['by.name', user.name], ['order.link', link], ['settings.link', absoluteUrl('/settings')]];
}
