import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { fromNow, now } from '../../platform/clock/clock.ts';

/**
 * Reference locks: documents that make two transactions conflict that would otherwise not see each other. A transaction
 * that adds references writes to one of them, a transaction that deletes referenced records writes to all. Whichever
 * commits second is retried and then sees the other's result. There are many, used in turn, so that writers referencing
 * the same record (orders of one channel) do not wait for each other.
 */
const count = 64;

/** Longer than the time from a request's first check of its references to its commit; milliseconds. */
const recently = 600_000;

interface Lock {
  _id: number;
  /** Time of the last deletion, by the database's clock. */
  removedAt: Date;
  uses: number;
}

export const referenceLocks = (): mongo.Collection<Lock> => mongoose.connection.collection<Lock>('reference_locks');

/** Creates the lock documents that are missing. */
export async function createReferenceLocks(): Promise<void> {
  const initial = { removedAt: new Date(0), uses: 0 };
  await referenceLocks().bulkWrite(
    Array.from({ length: count }, (_, _id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: initial }, upsert: true },
    })),
    { ordered: false },
  );
}

/** Start at a random lock, so that two processes seldom use the same one at the same time. */
const turn = { last: Math.floor(Math.random() * count) };

/**
 * Takes a reference lock for a transaction that adds references, so that it conflicts with concurrent deletions.
 * Returns whether a record may have been deleted since the references were checked. Throws when the lock documents are
 * missing.
 */
export async function lockAgainstDeletion(session: ClientSession): Promise<boolean> {
  turn.last = (turn.last + 1) % count;
  const noRecentDeletion = { removedAt: { $lt: fromNow(-recently) } };
  const use = { $inc: { uses: 1 } };
  const quiet = await referenceLocks().updateOne({ _id: turn.last, ...noRecentDeletion }, use, { session });
  if (quiet.matchedCount === 1) return false;
  const locked = await referenceLocks().updateOne({ _id: turn.last }, use, { session });
  if (locked.matchedCount === 0) throw new Error('reference_locks lacks documents, which are created at startup');
  return true;
}

/**
 * Takes all reference locks for a transaction that deletes records, so that it conflicts with those that add
 * references.
 */
export async function lockAgainstReferences(session: ClientSession): Promise<void> {
  await referenceLocks().updateMany({}, { $set: { removedAt: now() } }, { session });
}
