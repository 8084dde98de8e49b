import type { FastifyInstance } from 'fastify';
import { OrderBatch as schema } from '#schemas/generated/registry.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable } from '../../../engine/access/viewer.ts';
import { documentationOf, idempotencyKey } from '../../../engine/resource/routes/documentation.ts';
import { sendIdempotently } from '../../../engine/resource/routes/idempotent-reply.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { startBulkCopy } from './batches.ts';

const batches = resource('OrderBatch');

const body = {
  type: 'object',
  properties: {
    clients: {
      type: 'array',
      items: { type: 'string', pattern: idPattern },
      minItems: 1,
      maxItems: schema.properties.copies?.maxItems ?? 0,
      uniqueItems: true,
      description: 'The ids of the clients to create an order for.',
    },
  },
  required: ['clients'],
  additionalProperties: false,
};

/**
 * POST /api/orders/{id}/copies: starts a job that creates a DRAFT for each of many clients. Returns the batch, which
 * reports the progress.
 */
export async function copiesRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: { clients: string[] } }>(
    '/api/orders/:id/copies',
    { schema: { params: idParams('id'), body }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const source = await loadReadable(viewer, 'Order', request.params.id);
      const { clients } = request.body;
      return await sendIdempotently({
        request,
        reply,
        name: 'OrderBatch',
        checksStoredResponseFirst: true,
        make: (storeResponse) => startBulkCopy({ viewer, source, clients, storeResponse }),
      });
    },
  );
}

const documentation: Documentation = {
  ...documentationOf(batches, 'create', ['RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE']),
  tag: resource('Order').path,
  summary: 'Copy an Order for several clients',
  description:
    'Creates a copy of the current order for each client, as `duplicate` does. Returns a batch: read it again for its progress, or PATCH its status to canceled to stop it.',
  headers: idempotencyKey,
};
