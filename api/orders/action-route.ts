import type { FastifyInstance } from 'fastify';
import { signedIn } from '../access/signed-in.ts';
import { answerMade } from '../resource/routes/answer-made.ts';
import { documentationOf, idempotencyKey, ifMatch } from '../resource/routes/documentation.ts';
import { seenRevision } from '../resource/routes/routes.ts';
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
    (request, reply) => {
      const { body, params } = request;
      const acting = { viewer: signedIn(request), id: params.id, body, revision: seenRevision(request) };
      return answerMade({ request, reply, name: 'Order', asksFirst: true, make: (keep) => act({ ...acting, keep }) });
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
