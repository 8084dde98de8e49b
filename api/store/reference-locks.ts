import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { fromNow, now } from '../clock/clock.ts';

/**
 * Where two transactions meet that would not see each other: one in which a record comes to name another, and one that
 * removes that other. The first writes to one of these documents, the second to all of them, so that whichever comes
 * second is begun anew, and then sees what the first has done. There are many, taken in turn, so that writers who name the
 * same record, such as orders of one channel, do not wait for each other.
 */
const count = 64;

/** Milliseconds: longer than a request takes from its first look at what it names to its end. */
const lately = 600_000;

interface Lock {
  _id: number;
  /** When something was last removed, by the one clock. */
  removedAt: Date;
  uses: number;
}

export const referenceLocks = (): mongo.Collection<Lock> => mongoose.connection.collection<Lock>('reference_locks');

/** Makes the documents that are missing. */
export async function createReferenceLocks(): Promise<void> {
  const made = { removedAt: new Date(0), uses: 0 };
  await referenceLocks().bulkWrite(
    Array.from({ length: count }, (_, _id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: made }, upsert: true },
    })),
    { ordered: false },
  );
}

/** Processes begin anywhere: two of them seldom use the same one at once. */
const turn = { last: Math.floor(Math.random() * count) };

/**
 * Meets every removal; for a transaction in which records come to name others. Answers whether anything may have been
 * removed since they were looked for.
 */
export async function meetRemovals(session: ClientSession): Promise<boolean> {
  turn.last = (turn.last + 1) % count;
  const long = { removedAt: { $lt: fromNow(-lately) } };
  const use = { $inc: { uses: 1 } };
  const calm = await referenceLocks().updateOne({ _id: turn.last, ...long }, use, { session });
  if (calm.matchedCount === 1) return false;
  const met = await referenceLocks().updateOne({ _id: turn.last }, use, { session });
  if (met.matchedCount === 0) throw new Error('reference_locks lacks documents: they are made at start');
  return true;
}

/** Meets every transaction in which records come to name others; for one that removes. */
export async function meetReferences(session: ClientSession): Promise<void> {
  await referenceLocks().updateMany({}, { $set: { removedAt: now() } }, { session });
}
