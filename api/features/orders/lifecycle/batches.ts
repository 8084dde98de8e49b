import type { FastifyInstance } from 'fastify';
import { OrderBatch as schema } from '#schemas/generated/registry.ts';
import type { Order, OrderBatch } from '#schemas/generated/types.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { allowedFilter, loadReadable, may, type Viewer, viewerNow } from '../../../engine/access/viewer.ts';
import { type JobKind, subjectId, transactionTimeout } from '../../../engine/jobs/kind.ts';
import { enqueueJob } from '../../../engine/jobs/queue.ts';
import { documentationOf, idempotencyKey } from '../../../engine/resource/routes/documentation.ts';
import { sendIdempotently } from '../../../engine/resource/routes/idempotent-reply.ts';
import type { ResourceHooks } from '../../../engine/resource/rules/declaration.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { transaction } from '../../../engine/store/transaction.ts';
import { fromNow, now } from '../../../platform/clock/clock.ts';
import { ApiError, invalidRecord } from '../../../platform/errors/catalogue.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { duplicateOrder } from '../editing/copy.ts';
import { createOrder } from './write-order.ts';

/** Retention of an ended batch's report; milliseconds. */
const retention = 90 * 86_400_000;

/** The changes that mark a batch as ended. */
const endedBatchChanges = (status: Exclude<OrderBatch['status'], 'running'>): Partial<OrderBatch> => ({
  status,
  endedAt: now().toISOString(),
  expires: fromNow(retention).toISOString(),
});

/**
 * Hooks of the OrderBatch resource (bulk copies of one order for many clients). Its creator reads it and may cancel it
 * while it runs.
 */
export const orderBatches: ResourceHooks<OrderBatch> = {
  async beforeWrite({ current, changes }) {
    const { status } = { ...current, ...changes };
    if (!current || status === current.status) return changes;
    if (current.status === 'running' && status === 'canceled') return endedBatchChanges('canceled');
    throw new ApiError('REQUEST_DENIED', {
      reason: `The status of a batch of orders cannot change from ${current.status} to ${status}`,
    });
  },
};

interface Begin {
  viewer: Viewer;
  source: Order;
  /** Client ids; each client gets one order. */
  clients: string[];
  /** Runs in the transaction that stores the batch. */
  storeResponse: (batch: OrderBatch) => Promise<void>;
}

/**
 * Starts a bulk copy of an order for these clients and enqueues its job. Throws DATABASE_VALIDATION_ERROR for clients
 * that the viewer may not read. Problems of a single client are reported in the batch.
 */
async function startBulkCopy({ viewer, source, clients: ids, storeResponse }: Begin): Promise<OrderBatch> {
  allowedFilter(viewer, 'create', 'Order');
  const readClients = await storeOf('Client').find({ filter: { _id: { $in: ids } } });
  const clients = new Map(
    readClients.filter((client) => may(viewer, 'read', 'Client', client)).map((each) => [each.id, each]),
  );
  const unreadable = ids.flatMap((id, index) => (clients.has(id) ? [] : [{ path: `/clients/${index}`, value: id }]));
  if (unreadable.length > 0)
    throw invalidRecord(unreadable.map((each) => ({ ...each, message: 'No Client has this id' })));
  // All copies start from the same content, so if one is for another client, none takes over the original client's
  // data.
  const isForOther = ids.some((id) => id !== source.client);
  const { body, leftOut } = await duplicateOrder(source, viewer, { isForOther });
  const { client: _original, user: _viewer, ...content } = body;
  return await transaction(async () => {
    const batch = await storeOf('OrderBatch').insert({
      user: viewer.user.id,
      actor: viewer.really?.id ?? null,
      source: source.id,
      channelId: source.channelId,
      copies: ids.map((id) => ({
        client: id,
        name: clients.get(id)?.name ?? '',
        order: null,
        refCode: '',
        reason: '',
      })),
      leftOut: leftOut.filter(({ path }) => path !== '/client'),
      content,
    });
    await enqueueJob('orderCopies', `OrderBatch/${batch.id}`);
    await storeResponse(batch);
    return batch;
  });
}

/** The batch has changed since it was read: it was canceled, or another worker continues it. */
class BatchChanged extends Error {}

/**
 * The job that creates the copies of a batch (bulk copy). Each copy is created in one transaction that also notes it in
 * the batch, so a retry never creates an order twice. A rejected copy is noted with its reason, and the others
 * continue.
 */
export const copiesJob: JobKind<'orderCopies'> = {
  name: 'orderCopies',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  giveUpAfter: 86_400_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, report) {
    const id = subjectId(subject);
    const total = (await runningBatch(id))?.copies.length ?? 0;
    for (let index = 0; index < total; index += 1) {
      for (let isSettled = false; !isSettled; ) {
        await report(index, total);
        const batch = await runningBatch(id);
        if (!batch) return;
        isSettled = await makeCopy(batch, index);
      }
    }
    await report(total, total);
    await storeOf('OrderBatch').updateMany(running(id), { $set: endedBatchChanges('done') });
  },
  async onStatusChange({ subject, status }) {
    if (status === 'canceled' || status === 'failed')
      await storeOf('OrderBatch').updateMany(running(subjectId(subject)), { $set: endedBatchChanges(status) });
  },
};

const running = (id: string) => ({ _id: id, status: 'running' });

const runningBatch = (id: string) => storeOf('OrderBatch').findOne(running(id));

/**
 * Creates the order for one client with the current permissions of the batch's user, unless it was already created or
 * rejected. Returns false when the batch has changed and must be read again.
 */
async function makeCopy(batch: OrderBatch, index: number): Promise<boolean> {
  const copy = batch.copies[index];
  if (!copy || copy.order !== null || copy.reason !== '') return true;
  const note = async (result: Partial<typeof copy>) => {
    const copies = batch.copies.map((each) => (each === copy ? { ...each, ...result } : each));
    if (!(await storeOf('OrderBatch').update({ _id: batch.id, revision: batch.revision }, { copies })))
      throw new BatchChanged();
  };
  const make = async () => {
    const viewer = await viewerNow(batch.user, batch.actor);
    if (!viewer)
      throw new ApiError('MISSING_ABILITY', { reason: 'The user who started this can no longer create orders' });
    const body: Partial<Order> = { ...batch.content, client: copy.client, user: batch.user };
    const storeResponse = async ({ id, refCode }: Order) => note({ order: id, refCode });
    await createOrder({ viewer, body, leftOut: batch.leftOut, storeResponse });
  };
  try {
    await make().catch(async (error: unknown) => {
      // Server errors are retried.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      await note({ reason: error.message });
    });
    return true;
  } catch (error) {
    if (error instanceof BatchChanged) return false;
    throw error;
  }
}

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
  operationId: 'copyOrder',
  description:
    'Creates a copy of the current order for each client, as `duplicate` does. Returns a batch: read it again for its progress, or PATCH its status to canceled to stop it.',
  headers: idempotencyKey,
};
