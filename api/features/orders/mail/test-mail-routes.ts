import type { FastifyInstance } from 'fastify';
import { channelMergeFields } from '#schemas/mail/form-fields.ts';
import { templateMergeFields } from '#schemas/mail/merge-fields.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { assertMay, loadReadable } from '../../../engine/access/viewer.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { sentTo } from '../../../engine/resource/schemas/sent-to.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { notFound } from '../../../platform/errors/catalogue.ts';
import { sendTestMail, type TestBody, testBody } from './test-mail.ts';

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
