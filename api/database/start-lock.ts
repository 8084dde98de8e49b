import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { mongo } from 'mongoose';

/** How long a lock outlives its holder, and how often a living one renews it. Milliseconds. */
const lease = 6_000;
const renewal = 1_500;

const id = 'start';

/** The lock's document in MongoDB; times are those of the server, since two machines' clocks differ. */
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
  // Trouble with the lock is no trouble of the work, which meets the same by itself, and whose lock runs out.
  const ignore = () => undefined;
  const renewing = setInterval(() => void renew(holder).catch(ignore), renewal);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await locks().deleteOne({ _id: id, holder }).catch(ignore);
  }
}

const locks = () => mongoose.connection.getClient().db(mongoose.connection.name).collection<StartLock>('start_locks');

/** The server's clock, so far ahead that a living holder renews it in time. */
const untilThen = { $add: ['$$NOW', lease] };

/** True when the lock is ours now: there was none, or its holder has not renewed it in time. */
async function take(holder: string): Promise<boolean> {
  const free = { $lt: ['$until', '$$NOW'] };
  const taken = {
    holder: { $cond: [free, holder, '$holder'] },
    until: { $cond: [free, untilThen, '$until'] },
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
  await locks().updateOne({ _id: id, holder }, [{ $set: { until: untilThen } }]);
}
