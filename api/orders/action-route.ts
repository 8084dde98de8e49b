import type { FastifyInstance } from 'fastify';
import type { Order } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { idempotently } from '../idempotency/idempotency.ts';
import { documentationOf, idempotencyKey, ifMatch } from '../resource/routes/documentation.ts';
import { seenRevision } from '../resource/routes/routes.ts';
import { answerOf } from '../resource/rules/answer.ts';
import { createBody, idParams } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { resource } from '../store/model.ts';
import { type ActionBody, act } from './actions.ts';

const orders = resource('Order');

/** POST /api/orders/{id}/actions: a bypass is asked for or decided, or a note made; answers the order (spec 7, design 6). */
export async function actionRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: ActionBody }>(
    '/api/orders/:id/actions',
    { schema: { params: idParams('id'), body: createBody(resource('OrderAction')) }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      const answer = (order: Order) => ({ status: 201, body: answerOf(orders, order, viewer) });
      const { status, body: answered } = await idempotently({
        request,
        type: 'Order',
        asksFirst: true,
        fingerprint: async () => JSON.stringify(request.body),
        work: async (keep) =>
          answer(
            await act({
              viewer,
              id,
              body: request.body,
              revision: seenRevision(request),
              keep: (order) => keep(answer(order)),
            }),
          ),
      });
      return reply.code(status).header('ETag', `"${answered.revision}"`).send(answered);
    },
  );
}

const documentation: Documentation = {
  ...documentationOf(orders, 'update', ['GS_VALIDATION_REJECTED', 'RESOURCE_INOPERABLE']),
  summary: 'Ask for a bypass of what the form rejects, decide about one, or note something',
  description:
    'A request names all that refuses the draft and sends it for approval; a moderator other than who asked approves all or some of it, or rejects it with a reason. Answers the order.',
  status: 201,
  headers: { ...ifMatch, ...idempotencyKey },
};
