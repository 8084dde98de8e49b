import type { Order, OrderBatch } from '#schemas/generated/types.ts';
import { allowedFilter, may, type Viewer } from '../../../engine/access/viewer.ts';
import { enqueueJob } from '../../../engine/jobs/queue.ts';
import type { ResourceHooks } from '../../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { transaction } from '../../../engine/store/transaction.ts';
import { fromNow, now } from '../../../platform/clock/clock.ts';
import { ApiError, invalidRecord } from '../../../platform/errors/catalogue.ts';
import { duplicateOrder } from '../editing/copy.ts';

/** Retention of an ended batch's report; milliseconds. */
const retention = 90 * 86_400_000;

/** The changes that mark a batch as ended. */
export const endedBatchChanges = (status: Exclude<OrderBatch['status'], 'running'>): Partial<OrderBatch> => ({
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
export async function startBulkCopy({ viewer, source, clients: ids, storeResponse }: Begin): Promise<OrderBatch> {
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
