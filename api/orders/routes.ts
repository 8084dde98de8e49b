import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { loadReadable } from '../access/viewer.ts';
import { idempotently } from '../idempotency/idempotency.ts';
import { pageOf } from '../resource/lists/list.ts';
import { populate } from '../resource/lists/populate.ts';
import { parseListQuery } from '../resource/lists/query.ts';
import { sendPage } from '../resource/lists/reply.ts';
import { splitPut } from '../resource/records/put.ts';
import { fits, seenRevision } from '../resource/routes/routes.ts';
import { answerOf } from '../resource/rules/answer.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import { resource } from '../store/model.ts';
import { withoutSealed } from '../store/sealing.ts';
import type { AnsweredOrder } from './answer.ts';
import { type OrderBody, orderBody, orderChanges } from './body.ts';
import { createOrder } from './create.ts';
import { documented } from './documentation.ts';
import { OrderInHand } from './order-in-hand.ts';
import { newestFirst } from './versions.ts';

interface ById {
  Params: { id: string };
}

const url = '/api/orders';
const byId = `${url}/:id`;
const params = idParams('id');
const orders = resource('Order');

/** The calls on single orders; their list is generated (spec 7, design 6). */
export async function orderRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: OrderBody }>(
    url,
    { schema: { body: orderBody }, config: { documentation: documented.create } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const answer = (made: AnsweredOrder) => ({ status: 201, body: answerOf(orders, made, viewer) });
      const { status, body } = await idempotently({
        request,
        type: 'Order',
        fingerprint: async () => JSON.stringify(request.body),
        asksFirst: false,
        work: async (keep) =>
          answer(await createOrder({ viewer, body: request.body, keep: (made) => keep(answer(made)) })),
      });
      return reply.code(status).header('ETag', `"${body.revision}"`).send(body);
    },
  );

  app.get<ById & { Querystring: Record<string, unknown> }>(
    byId,
    { schema: { params }, config: { documentation: documented.read } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { populate: names } = parseListQuery({ resource: orders, query: request.query, extraKeys: [] });
      const order = await (await OrderInHand.take(viewer, request.params.id)).read();
      const [populated = order] = await populate({ name: 'Order', records: [order], names, viewer });
      return tagged(reply, order).send(answerOf(orders, populated, viewer));
    },
  );

  app.patch<ById & { Body: OrderBody }>(
    byId,
    { schema: { params, body: orderChanges }, config: { documentation: documented.update } },
    async (request, reply) => {
      const { body, log, params: address } = request;
      const viewer = signedIn(request);
      const hand = await OrderInHand.take(viewer, address.id);
      const saved = await hand.save({ body, revision: seenRevision(request), log });
      return tagged(reply, saved).send(answerOf(orders, saved, viewer));
    },
  );

  app.put<ById & { Body: Record<string, unknown> }>(
    byId,
    { schema: { params, body: { type: 'object' } }, config: { documentation: documented.replace } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const hand = await OrderInHand.take(viewer, request.params.id);
      const answeredBefore = { ...answerOf(orders, hand.order, viewer), problems: [], normalized: [] };
      const body = splitPut<OrderBody>({
        resource: orders,
        body: request.body,
        stored: answeredBefore,
        isFit: fits(request, orderChanges),
      });
      const saved = await hand.save({ body, revision: seenRevision(request), log: request.log });
      return tagged(reply, saved).send(answerOf(orders, saved, viewer));
    },
  );

  app.delete<ById>(
    byId,
    { schema: { params }, config: { documentation: documented.delete } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const hand = await OrderInHand.take(viewer, request.params.id);
      const removed = await hand.remove(seenRevision(request));
      return tagged(reply, removed).send(answerOf(orders, removed, viewer));
    },
  );

  app.get<ById & { Querystring: Record<string, unknown> }>(
    `${byId}/versions`,
    { schema: { params }, config: { documentation: documented.versions, isHeavy: () => true } },
    async (request, reply) => {
      const order = await loadReadable(signedIn(request), 'Order', request.params.id);
      const query = parseListQuery({
        resource: resource('OrderVersion'),
        query: request.query,
        extraKeys: [],
        place: `${url}/${order.id}/versions`,
      });
      const newest = { ...query, sort: newestFirst };
      const page = await pageOf('OrderVersion', { filter: { order: order.id }, query: newest });
      return await sendPage(reply, { name: 'versions', query: newest, page, shown: shownVersion });
    },
  );
}

const shownVersion = ({ id, orderRevision, timestamp, patch, extra, autosave }: OrderVersion) => ({
  id,
  orderRevision,
  timestamp,
  patch: withoutSealed(patch),
  extra,
  autosave,
});

const tagged = (reply: FastifyReply, { revision }: Order) => reply.header('ETag', `"${revision}"`);
