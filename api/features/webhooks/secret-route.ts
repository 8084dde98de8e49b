import type { FastifyInstance } from 'fastify';
import type { Webhook } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { staleRevisionError } from '../../engine/resource/records/records.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { sealText } from '../../engine/store/sealing.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { newWebhookSecret } from './webhooks.ts';

const documentation: Documentation = {
  summary: 'Rotate the secret of a Webhook',
  description: 'Returned only in this response, as `secret`. Later deliveries are signed with the new secret only.',
  tag: 'webhooks',
  answer: schemaRef('Webhook'),
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'RESOURCE_CONFLICT'],
};
const nothing = { type: 'object', properties: {}, additionalProperties: false };

/** POST /api/webhooks/{id}/secret: rotates a webhook's secret and returns the new one, once. */
export async function webhookSecretRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/api/webhooks/:id/secret',
    { schema: { params: idParams('id'), body: nothing }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { webhook, secret } = await renewSecret(viewer, request.params.id);
      const answer = toResponse(resource('Webhook'), { ...webhook, secret }, viewer);
      return reply.header('ETag', `"${webhook.revision}"`).send(answer);
    },
  );
}

async function renewSecret(viewer: Viewer, id: string): Promise<{ webhook: Webhook; secret: string }> {
  return await transaction(async () => {
    const before = await loadReadable(viewer, 'Webhook', id);
    assertMay(viewer, 'update', 'Webhook', before);
    const secret = newWebhookSecret();
    const changes = { sealedSecret: sealText(secret) };
    const webhook = await storeOf('Webhook').update({ _id: id, revision: before.revision }, changes);
    if (!webhook) throw staleRevisionError('Webhook', id);
    await recordAuditChange({ viewer, action: 'update', name: 'Webhook', before, after: webhook });
    return { webhook, secret };
  });
}
