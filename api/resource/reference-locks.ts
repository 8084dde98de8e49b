import mongoose, { type ClientSession, type mongo } from 'mongoose';

/**
 * Where two transactions meet that would not see each other: one in which a record comes to name another, and one that
 * removes that other. The first writes to one of these documents, the second to all of them, so that whichever comes
 * second is begun anew, and then sees what the first has done. There are many, taken in turn, so that writers who name the
 * same record, such as orders of one channel, do not wait for each other.
 */
const count = 64;

interface Lock {
  _id: number;
  uses: number;
}

export const referenceLocks = (): mongo.Collection<Lock> => mongoose.connection.collection<Lock>('reference_locks');

/** Makes the documents that are missing. */
export async function createReferenceLocks(): Promise<void> {
  await referenceLocks().bulkWrite(
    Array.from({ length: count }, (_, _id) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { uses: 0 } }, upsert: true },
    })),
    { ordered: false },
  );
}

/** Processes begin anywhere: two of them seldom use the same one at once. */
const turn = { last: Math.floor(Math.random() * count) };

/** Meets every removal; for a transaction in which records come to name others. */
export async function meetRemovals(session: ClientSession): Promise<void> {
  turn.last = (turn.last + 1) % count;
  const { matchedCount } = await referenceLocks().updateOne({ _id: turn.last }, { $inc: { uses: 1 } }, { session });
  if (matchedCount !== 1) throw new Error(`reference_locks has no document ${turn.last}`);
}

/** Meets every transaction in which records come to name others; for one that removes. */
export async function meetReferences(session: ClientSession): Promise<void> {
  const { matchedCount } = await referenceLocks().updateMany({}, { $inc: { uses: 1 } }, { session });
  if (matchedCount !== count) throw new Error(`reference_locks has ${matchedCount} documents in the place of ${count}`);
}
