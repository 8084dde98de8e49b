import type { Order, OrderBatch } from '#schemas/generated/types.ts';
import { viewerNow } from '../access/viewer.ts';
import { ApiError } from '../errors/catalogue.ts';
import { idIn, type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { store } from '../store/store.ts';
import { batchEnded } from './batches.ts';
import { createOrder } from './write-order.ts';

/** The batch is another one than this worker knows: it was canceled, or somebody else goes on with it. */
class Left extends Error {}

/**
 * Makes one order for many clients: each in a transaction of its own that notes it in the batch, so that no client gets two, however
 * often the job is begun again. What is refused is noted with its reason, and the others go on.
 */
export const copiesJob: JobKind<'orderCopies'> = {
  name: 'orderCopies',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  triedFor: 86_400_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, tell) {
    const id = idIn(subject);
    const total = (await runningBatch(id))?.copies.length ?? 0;
    for (let index = 0; index < total; index += 1) {
      for (let isSettled = false; !isSettled; ) {
        await tell(index, total);
        const batch = await runningBatch(id);
        if (!batch) return;
        isSettled = await makeCopy(batch, index);
      }
    }
    await tell(total, total);
    await store('OrderBatch').updateMany(running(id), { $set: batchEnded('done') });
  },
  async follow({ subject, status }) {
    if (status === 'canceled' || status === 'failed')
      await store('OrderBatch').updateMany(running(idIn(subject)), { $set: batchEnded(status) });
  },
};

const running = (id: string) => ({ _id: id, status: 'running' });

const runningBatch = (id: string) => store('OrderBatch').findOne(running(id));

/**
 * Makes the order for one client under the rights that its orderer has now, unless it is made or refused already. False where the
 * batch has become another one meanwhile: then it has to be looked at anew.
 */
async function makeCopy(batch: OrderBatch, index: number): Promise<boolean> {
  const copy = batch.copies[index];
  if (!copy || copy.order !== null || copy.reason !== '') return true;
  const note = async (made: Partial<typeof copy>) => {
    const copies = batch.copies.map((each) => (each === copy ? { ...each, ...made } : each));
    if (!(await store('OrderBatch').update({ _id: batch.id, revision: batch.revision }, { copies }))) throw new Left();
  };
  const make = async () => {
    const viewer = await viewerNow(batch.user, batch.actor);
    if (!viewer) throw new ApiError('MISSING_ABILITY', { reason: 'Who began this can not order any more' });
    const body: Partial<Order> = { ...batch.content, client: copy.client, user: batch.user };
    const keep = async ({ id, refCode }: Order) => note({ order: id, refCode });
    await createOrder({ viewer, body, leftOut: batch.leftOut, keep });
  };
  try {
    await make().catch(async (error: unknown) => {
      // What the server itself could not do is tried again.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      await note({ reason: error.message });
    });
    return true;
  } catch (error) {
    if (error instanceof Left) return false;
    throw error;
  }
}
