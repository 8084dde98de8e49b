import type { FastifyInstance } from 'fastify';
import type { Order } from '#schemas/generated/types.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable } from '../../../engine/access/viewer.ts';
import { documentationOf } from '../../../engine/resource/routes/documentation.ts';
import { sendIdempotently } from '../../../engine/resource/routes/idempotent-reply.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { duplicateOrder } from '../editing/copy.ts';
import { createOrder } from './write-order.ts';

const orders = resource('Order');

const body = {
  type: 'object',
  properties: {
    client: {
      type: ['string', 'null'],
      pattern: idPattern,
      description: 'The client of the new order. Defaults to the client of the original order; null for no client yet.',
    },
  },
  additionalProperties: false,
};

/** POST /api/orders/{id}/duplicate: creates a DRAFT of the caller from an existing order. */
export async function duplicateRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: Pick<Partial<Order>, 'client'> }>(
    '/api/orders/:id/duplicate',
    { schema: { params: idParams('id'), body }, config: { documentation: duplicateDocumentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const source = await loadReadable(viewer, 'Order', request.params.id);
      return await sendIdempotently({
        request,
        reply,
        name: 'Order',
        checksStoredResponseFirst: true,
        make: async (storeResponse) => {
          const isChosen = request.body.client !== undefined;
          const isForOther = isChosen && request.body.client !== source.client;
          const { body: copied, leftOut } = await duplicateOrder(source, viewer, { isForOther });
          const { client = copied.client } = request.body;
          return await createOrder({
            viewer,
            body: { ...copied, ...(client === undefined ? {} : { client }) },
            // When the caller chose a client, the former client does not matter.
            leftOut: isChosen ? leftOut.filter(({ path }) => path !== '/client') : leftOut,
            storeResponse,
          });
        },
      });
    },
  );
}

const duplicateDocumentation: Documentation = {
  ...documentationOf(orders, 'create', ['RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE']),
  summary: 'Duplicate an Order',
  description:
    'Creates a DRAFT owned by the caller with the form data and lines of an order that the caller can read, as far as the published form and the products of the caller allow. `leftOut` lists what was not copied: passwords and fields that each order must answer itself are never copied, and for another client neither are values that came from the original client.',
};
