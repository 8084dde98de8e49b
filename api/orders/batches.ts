import type { Order, OrderBatch } from '#schemas/generated/types.ts';
import { allowedFilter, may, type Viewer } from '../access/viewer.ts';
import { fromNow, now } from '../clock/clock.ts';
import { ApiError, unfit } from '../errors/catalogue.ts';
import { putJob } from '../jobs/queue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { copyOf } from './copy.ts';

/** How long the report of one that has ended can be looked at; milliseconds. */
const kept = 90 * 86_400_000;

/** What a batch is that has ended like this. */
export const batchEnded = (status: Exclude<OrderBatch['status'], 'running'>): Partial<OrderBatch> => ({
  status,
  endedAt: now().toISOString(),
  expires: fromNow(kept).toISOString(),
});

/** One order for many clients: whoever began it reads it, and may cancel it while it runs. */
export const orderBatches: Declaration<OrderBatch> = {
  async beforeWrite({ current, changes }) {
    if (!current || changes.status === undefined || changes.status === current.status) return changes;
    if (current.status === 'running' && changes.status === 'canceled') return batchEnded('canceled');
    throw new ApiError('REQUEST_DENIED', {
      reason: `Orders for many clients that are ${current.status} can not become ${changes.status}`,
    });
  },
};

interface Begin {
  viewer: Viewer;
  source: Order;
  /** The ids of those who get one each. */
  clients: string[];
  /** Runs in the transaction that stores it. */
  keep: (batch: OrderBatch) => Promise<void>;
}

/**
 * Has an order as it is now copied for each of these clients, by a job. Throws DATABASE_VALIDATION_ERROR for clients whom the
 * viewer may not read; what else is against an order for one of them is said of that one alone.
 */
export async function beginCopies({ viewer, source, clients: ids, keep }: Begin): Promise<OrderBatch> {
  allowedFilter(viewer, 'create', 'Order');
  const found = await store('Client').find({ filter: { _id: { $in: ids } } });
  const clients = new Map(
    found.filter((client) => may(viewer, 'read', 'Client', client)).map((each) => [each.id, each]),
  );
  const strange = ids.flatMap((id, index) => (clients.has(id) ? [] : [{ path: `/clients/${index}`, value: id }]));
  if (strange.length > 0) throw unfit(strange.map((each) => ({ ...each, message: 'No Client has this id' })));
  // The copies begin alike, so with one for another client none has anything of the original's.
  const isForOther = ids.some((id) => id !== source.client);
  const { body, leftOut } = await copyOf(source, viewer, { isForOther });
  const { client: _original, user: _viewer, ...content } = body;
  return await transaction(async () => {
    const batch = await store('OrderBatch').insert({
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
    await putJob('orderCopies', `OrderBatch/${batch.id}`);
    await keep(batch);
    return batch;
  });
}
