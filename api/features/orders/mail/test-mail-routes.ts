import type { FastifyInstance } from 'fastify';
import type { Channel, Order } from '#schemas/generated/types.ts';
import { channelMergeFields } from '#schemas/mail/form-fields.ts';
import { type MergeField, templateMergeFields } from '#schemas/mail/merge-fields.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../../../engine/access/viewer.ts';
import { mergeFieldProblems } from '../../../engine/mail/message-validation.ts';
import { enqueueMail } from '../../../engine/mail/outbox.ts';
import { mergeTemplate } from '../../../engine/mail/templates.ts';
import { idParams, type JsonSchema, sentTo } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { invalidRecord, notFound } from '../../../platform/errors/catalogue.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { absoluteUrl } from '../../../platform/mail/content.ts';
import { assertMailRateLimit } from '../../../platform/mail/limits.ts';
import { mergeFieldValues } from './mail-values.ts';

/** Request for a test mail: optionally an unsaved text, and an order whose values it shows instead of samples. */
interface TestBody {
  subject?: string;
  content?: string;
  order?: string;
}

/** JSON Schema of `TestBody`. */
const testBody: JsonSchema = {
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
async function sendTestMail({ viewer, message, body, fields, channel }: Test): Promise<{ sentTo: string }> {
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

interface TestRequest {
  Params: { id: string };
  Body: TestBody;
}

const schema = { params: idParams('id'), body: testBody };

/**
 * 'Send me a test' for a channel's onboarding mail and for the system notices. Requires permission to change them
 * (design 8).
 */
export async function testMailRoutes(app: FastifyInstance): Promise<void> {
  app.post<TestRequest>(
    '/api/channels/:id/onboarding_email/test',
    { schema, config: { documentation: documented('channels', 'a channel') } },
    async (request) => {
      const viewer = signedIn(request);
      const channel = await loadReadable(viewer, 'Channel', request.params.id);
      assertMay(viewer, 'update', 'Channel', channel);
      const form = (await recordCache('Form', [channel.orderFormId])).get(channel.orderFormId);
      if (!form) throw notFound('Form', channel.orderFormId);
      const message = channel.onboardingEmail?.config ?? {};
      return await sendTestMail({
        viewer,
        message,
        body: request.body,
        channel,
        fields: channelMergeFields(form).fields,
      });
    },
  );

  app.post<TestRequest>(
    '/api/email_templates/:id/test',
    { schema, config: { documentation: documented('email_templates', 'a notice') } },
    async (request) => {
      const viewer = signedIn(request);
      const template = await loadReadable(viewer, 'EmailTemplate', request.params.id);
      assertMay(viewer, 'update', 'EmailTemplate', template);
      const { subject, content = '', notice } = template;
      return await sendTestMail({
        viewer,
        message: { subject, content },
        body: request.body,
        fields: templateMergeFields(notice).fields,
      });
    },
  );
}

const documented = (tag: string, summary: string): Documentation => ({
  summary: `Send a test mail of ${summary} to yourself`,
  description:
    'Renders the message with the values of an order, or with sample values. The caller is the only recipient.',
  tag,
  answer: sentTo,
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'DATABASE_VALIDATION_ERROR', 'RATE_LIMITED'],
});
