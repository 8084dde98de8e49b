import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { mongo } from 'mongoose';
import { fromNow, now } from '../../clock/clock.ts';
import { whileRenewing } from '../../clock/lease.ts';

/** How long a lock outlives its holder; milliseconds. */
const lease = 6_000;

const id = 'start';

/** The lock's document in MongoDB, held by lease. */
type StartLock = { _id: string; holder: string; until: Date };

/**
 * Does `work` while no other start on the same database does any such: two products may be started at once on one
 * MONGODB_URI. Waits for another holder, and takes over from one that died. `report` is told once that it waits.
 */
export async function withStartLock<T>(work: () => Promise<T>, report: (line: string) => void): Promise<T> {
  const holder = randomUUID();
  for (let isFirst = true; !(await take(holder)); isFirst = false) {
    if (isFirst) report('Waiting for another start that prepares the same database');
    await pause(100);
  }
  try {
    return await whileRenewing({ lease, renew: () => renew(holder) }, work);
  } finally {
    // Where this fails the lease runs out.
    await locks()
      .deleteOne({ _id: id, holder })
      .catch(() => undefined);
  }
}

const locks = () => mongoose.connection.getClient().db(mongoose.connection.name).collection<StartLock>('start_locks');

/** True when the lock is ours now: there was none, or its holder has not renewed it in time. */
async function take(holder: string): Promise<boolean> {
  const free = { $lt: ['$until', now()] };
  const taken = {
    holder: { $cond: [free, holder, '$holder'] },
    until: { $cond: [free, fromNow(lease), '$until'] },
  };
  try {
    const lock = await locks().findOneAndUpdate({ _id: id }, [{ $set: taken }], {
      upsert: true,
      returnDocument: 'after',
    });
    return lock?.holder === holder;
  } catch (error) {
    // Two made the first lock at once, and this one came second.
    if (error instanceof mongo.MongoServerError && error.code === 11000) return false;
    throw error;
  }
}

async function renew(holder: string): Promise<void> {
  await locks().updateOne({ _id: id, holder }, { $set: { until: fromNow(lease) } });
}
