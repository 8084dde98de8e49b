import type { FastifyInstance } from 'fastify';
import type { Order } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { loadReadable } from '../access/viewer.ts';
import { notFound } from '../errors/catalogue.ts';
import { idPattern } from '../errors/schema-messages.ts';
import { answerOf } from '../resource/rules/answer.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { recordSchema } from '../resource/schemas/record-schema.ts';
import { resource } from '../store/model.ts';
import { asStored, withoutSealed } from '../store/sealing.ts';
import { stateAt } from './versions.ts';

const orders = resource('Order');

const params = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: idPattern },
    number: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' },
  },
  required: ['id', 'number'],
};

/** GET /api/orders/{id}/versions/{n}: the order as its revision n left it, passwords left out (design 6). */
export async function versionRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string; number: string } }>(
    '/api/orders/:id/versions/:number',
    { schema: { params }, config: { documentation } },
    async (request) => {
      const viewer = signedIn(request);
      const order = await loadReadable(viewer, 'Order', request.params.id);
      const revision = Number(request.params.number);
      if (revision > order.revision) throw notFound('OrderVersion', request.params.number);
      // Open passwords would stay readable: what is left out is what is sealed.
      const sealed = { ...order, formData: asStored(order.formData) };
      const state: Order = withoutSealed(await stateAt(sealed, revision, request.log));
      return answerOf(orders, { ...state, revision }, viewer);
    },
  );
}

const documentation: Documentation = {
  summary: 'Read an order as an earlier revision left it',
  description: 'Of automatic saves that were gathered in one version, the last. Passwords are left out.',
  tag: orders.path,
  answer: recordSchema(orders),
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
};
