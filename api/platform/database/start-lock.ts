import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { mongo } from 'mongoose';
import { fromNow, now } from '../clock/clock.ts';
import { withLeaseRenewal } from '../clock/lease.ts';

/** Lease duration of the lock; milliseconds. */
const lease = 6_000;

const id = 'start';

/** The lock document in MongoDB. */
type StartLock = { _id: string; holder: string; until: Date; announced?: string[] };

/**
 * Distributed lock with a lease: runs `work` while no other process prepares the same database, because two instances
 * may start at once. Waits for another holder and takes over an expired lock. `report` is called once when it waits.
 */
export async function withStartLock<T>(work: () => Promise<T>, report: (line: string) => void): Promise<T> {
  const holder = randomUUID();
  for (let isFirst = true; !(await take(holder)); isFirst = false) {
    if (isFirst) report('Waiting for another process that is preparing the same database');
    await pause(100);
  }
  try {
    return await withLeaseRenewal({ lease, renew: () => renew(holder) }, work);
  } finally {
    // If this fails, the lease expires.
    await locks()
      .deleteOne({ _id: id, holder })
      .catch(() => undefined);
  }
}

const locks = () => mongoose.connection.getClient().db(mongoose.connection.name).collection<StartLock>('start_locks');

/** Tries to acquire the lock; succeeds if there is none or its lease has expired. */
async function take(holder: string): Promise<boolean> {
  const free = { $lt: ['$until', now()] };
  const taken = {
    holder: { $cond: [free, holder, '$holder'] },
    until: { $cond: [free, fromNow(lease), '$until'] },
    announced: { $cond: [free, [], '$announced'] },
  };
  try {
    const lock = await locks().findOneAndUpdate({ _id: id }, [{ $set: taken }], {
      upsert: true,
      returnDocument: 'after',
    });
    return lock?.holder === holder;
  } catch (error) {
    // Another process created the first lock concurrently.
    if (error instanceof mongo.MongoServerError && error.code === 11000) return false;
    throw error;
  }
}

/** Stores in the lock what its holder is about to do. It ends with the lock. */
export async function announceInLock(names: readonly string[]): Promise<void> {
  await locks().updateOne({ _id: id }, { $set: { announced: [...names] } });
}

/** What the holder of the lock has announced; nothing if the lock is free or has expired. */
export async function announcedInLock(): Promise<string[]> {
  const lock = await locks().findOne({ _id: id, until: { $gt: now() } });
  return lock?.announced ?? [];
}

async function renew(holder: string): Promise<void> {
  await locks().updateOne({ _id: id, holder }, { $set: { until: fromNow(lease) } });
}
