import mongoose, { type ClientSession, mongo } from 'mongoose';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { resource } from './model.ts';

/**
 * Reference locks: documents that make two transactions conflict that would otherwise not see each other. A transaction
 * that adds references writes to one of them, a transaction that deletes referenced records writes to all. Whichever
 * commits second is retried and then sees the other's result. There are many, used in turn, so that writers referencing
 * the same record (orders of one channel) do not wait for each other.
 *
 * They are documents of the collection of stored responses: a create then writes its lock and its response by one
 * command, and before version 8.0 MongoDB cannot write to two collections by one. They have the properties of a stored
 * response, so that checks of the collection against its schema hold for them as well: `updatedAt` is the time of the last
 * deletion, and each use increments `revision`.
 */
const count = 64;

/** Longer than the time from a request's first check of its references to its commit; milliseconds. */
const recently = 600_000;

/** Never: MongoDB deletes expired responses. */
const never = new Date('9999-12-31T00:00:00.000Z');

/** No record has these ids, which begin with the time of their creation. */
const ids = Array.from({ length: count }, (_, index) => new mongo.ObjectId(index.toString(16).padStart(24, '0')));
const [firstId] = ids;

/** The name of the collection with the locks and the stored responses. */
export const lockCollection = resource('IdempotentAnswer').path;

/** The collection with the locks. */
export const referenceLocks = (): mongo.Collection => mongoose.connection.collection(lockCollection);

/** The one document that each lookup through the locks starts from. */
export const oneLock = { _id: firstId };

/** Creates the lock documents that are missing. */
export async function createReferenceLocks(): Promise<void> {
  const time = new Date(0);
  await referenceLocks().bulkWrite(
    ids.map((_id, index) => {
      const initial = {
        user: _id,
        request: '',
        status: 0,
        expires: never,
        createdAt: time,
        updatedAt: time,
        revision: 1,
      };
      const update = { $setOnInsert: { ...initial, key: `reference lock ${index}` } };
      return { updateOne: { filter: { _id }, update, upsert: true } };
    }),
    { ordered: false },
  );
}

/** Start at a random lock, so that two processes seldom use the same one at the same time. */
const turn = { last: Math.floor(Math.random() * count) };

/**
 * Takes a reference lock for a transaction that adds references, so that it conflicts with concurrent deletions, and
 * inserts documents into the collection of the locks by the same command. Returns whether a record may have been deleted
 * since the references were checked. Throws when the lock documents are missing, and MongoServerError for a duplicate
 * key.
 */
export async function lockAgainstDeletion(session: ClientSession, added: mongo.Document[] = []): Promise<boolean> {
  turn.last = (turn.last + 1) % count;
  const _id = ids[turn.last];
  const quiet = { filter: { _id, updatedAt: { $lt: fromNow(-recently) } }, update: { $inc: { revision: 1 } } };
  const matched = added.length === 0 ? await updateLock(session, quiet) : await updateAndInsert(session, quiet, added);
  if (matched === 1) return false;
  if ((await updateLock(session, { ...quiet, filter: { _id } })) === 0)
    throw new Error(`${lockCollection} lacks the reference locks, which are created at startup`);
  return true;
}

type LockUpdate = { filter: mongo.Filter<mongo.Document>; update: mongo.UpdateFilter<mongo.Document> };

const updateLock = async (session: ClientSession, { filter, update }: LockUpdate) =>
  (await referenceLocks().updateOne(filter, update, { session })).matchedCount;

/** Several updates of one collection are one command; an insert is an update of a document that does not exist. */
async function updateAndInsert(session: ClientSession, lock: LockUpdate, added: mongo.Document[]): Promise<number> {
  const inserts = added.map((document) => ({
    replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
  }));
  return (await referenceLocks().bulkWrite([{ updateOne: lock }, ...inserts], { session })).matchedCount;
}

/**
 * Takes all reference locks for a transaction that deletes records, so that it conflicts with those that add
 * references.
 */
export async function lockAgainstReferences(session: ClientSession): Promise<void> {
  await referenceLocks().updateMany({ _id: { $in: ids } }, { $set: { updatedAt: now() } }, { session });
}
