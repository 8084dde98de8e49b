import type { Order, OrderBatch } from '#schemas/generated/types.ts';
import { viewerNow } from '../../../engine/access/viewer.ts';
import { type JobKind, subjectId, transactionTimeout } from '../../../engine/jobs/kind.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { ApiError } from '../../../platform/errors/catalogue.ts';
import { endedBatchChanges } from './batches.ts';
import { createOrder } from './write-order.ts';

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
