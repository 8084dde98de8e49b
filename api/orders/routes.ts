import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Problem } from '../errors/catalogue.ts';
import { releaseFiles } from '../files/held-files.ts';
import type { Config } from '../host/config/config.ts';
import { idempotently } from '../idempotency/idempotency.ts';
import { pageOf } from '../resource/lists/list.ts';
import { populate } from '../resource/lists/populate.ts';
import { parseListQuery } from '../resource/lists/query.ts';
import { sendPage } from '../resource/lists/reply.ts';
import { splitPut } from '../resource/records/put.ts';
import { assertRevision, stale } from '../resource/records/service.ts';
import { fits, seenRevision } from '../resource/routes/routes.ts';
import { answerOf } from '../resource/rules/answer.ts';
import { assertUnreferenced } from '../resource/rules/references.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import { resource } from '../store/model.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { type OrderBody, orderBody, orderChanges } from './body.ts';
import { orderForm, problemsOf } from './check.ts';
import { createOrder, type Made, type Saved } from './create.ts';
import { documented } from './documentation.ts';
import { passwordsWith, withoutPasswords } from './passwords.ts';
import { assertDeletable } from './transitions.ts';
import { updateOrder } from './update.ts';
import { newestFirst } from './versions.ts';

interface ById {
  Params: { id: string };
}

const url = '/api/orders';
const byId = `${url}/:id`;
const params = idParams('id');
const orders = resource('Order');

/** The calls on single orders; their list is generated (spec 7, design 6). */
export async function orderRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const passwords = passwordsWith(config.secretKey);
  const load = async (viewer: Viewer, id: string) => {
    const order = await loadReadable(viewer, 'Order', id);
    return { ...order, formData: passwords.open(order.formData) };
  };

  app.post<{ Body: OrderBody }>(
    url,
    { schema: { body: orderBody }, config: { documentation: documented.create } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const answer = (made: Made) => ({ status: 201, body: withProblems(made, made.problems, viewer) });
      const { status, body } = await idempotently({
        request,
        type: 'Order',
        fingerprint: async () => JSON.stringify(request.body),
        asksFirst: false,
        // What is kept for a repeated request holds passwords sealed, too.
        work: async (keep) =>
          answer(await createOrder({ viewer, body: request.body, passwords, keep: (made) => keep(answer(made)) })),
      });
      return reply.code(status).header('ETag', `"${body.revision}"`).send(passwords.open(body));
    },
  );

  app.get<ById & { Querystring: Record<string, unknown> }>(
    byId,
    { schema: { params }, config: { documentation: documented.read } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { populate: names } = parseListQuery({ resource: orders, query: request.query, extraKeys: [] });
      const order = await load(viewer, request.params.id);
      const [populated = order] = await populate({ name: 'Order', records: [order], names, viewer });
      return tagged(reply, order).send({ ...answerOf(orders, populated, viewer), ...(await problems(order, viewer)) });
    },
  );

  app.patch<ById & { Body: OrderBody }>(
    byId,
    { schema: { params, body: orderChanges }, config: { documentation: documented.update } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      const saved = await updateOrder({
        viewer,
        id,
        revision: seenRevision(request),
        body: request.body,
        passwords,
        log: request.log,
      });
      return tagged(reply, saved.order).send(await savedAnswer(saved, viewer));
    },
  );

  app.put<ById & { Body: Record<string, unknown> }>(
    byId,
    { schema: { params, body: { type: 'object' } }, config: { documentation: documented.replace } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      const order = await load(viewer, id);
      const answered = { ...answerOf(orders, order, viewer), problems: [], normalized: [] };
      const body = splitPut<OrderBody>({
        resource: orders,
        body: request.body,
        stored: answered,
        isFit: fits(request, orderChanges),
      });
      const saved = await updateOrder({
        viewer,
        id,
        revision: seenRevision(request),
        body,
        passwords,
        log: request.log,
      });
      return tagged(reply, saved.order).send(await savedAnswer(saved, viewer));
    },
  );

  app.delete<ById>(
    byId,
    { schema: { params }, config: { documentation: documented.delete } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const order = await load(viewer, request.params.id);
      assertMay(viewer, 'delete', 'Order', order);
      assertRevision('Order', order, seenRevision(request));
      return tagged(reply, order).send(answerOf(orders, passwords.open(await deleteOrder(order, viewer)), viewer));
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
  patch: withoutPasswords(patch),
  extra,
  autosave,
});

const tagged = (reply: FastifyReply, { revision }: Order) => reply.header('ETag', `"${revision}"`);

async function savedAnswer(saved: Saved, viewer: Viewer): Promise<Record<string, unknown>> {
  const { order, form, refused } = saved;
  return withProblems(saved, isOpen(order) ? await problemsOf(order, form, viewer, refused) : undefined, viewer);
}

function withProblems(
  { order, normalized }: Saved,
  found: Problem[] | undefined,
  viewer: Viewer,
): Record<string, unknown> {
  const changed = normalized.map((each) => ({ ...each, path: `/formData${each.path}` }));
  return { ...answerOf(orders, order, viewer), ...(found ? { problems: found } : {}), normalized: changed };
}

/** A DRAFT or PENDING order carries what would refuse it now (design 6). */
async function problems(order: Order, viewer: Viewer): Promise<{ problems?: unknown[] }> {
  return isOpen(order) ? { problems: await problemsOf(order, await orderForm(order), viewer) } : {};
}

const isOpen = ({ status }: Order) => status === 'DRAFT' || status === 'PENDING';

/** Only a DRAFT that was never submitted can be deleted, and its versions go with it: the audit log alone remembers it (design 6). */
async function deleteOrder(order: Order, viewer: Viewer): Promise<Order> {
  assertDeletable(order);
  return await transaction(async () => {
    await assertUnreferenced('Order', order.id);
    const deleted = await store('Order').delete({ _id: order.id, revision: order.revision });
    if (!deleted) throw stale('Order', order.id);
    await store('OrderVersion').deleteMany({ order: order.id });
    await recordChange({ viewer, action: 'delete', name: 'Order', before: deleted, after: null });
    await releaseFiles(deleted);
    return deleted;
  });
}
