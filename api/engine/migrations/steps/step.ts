import { mongo } from 'mongoose';
import { now } from '../../../platform/clock/clock.ts';

/** The records that a step processes: resource title, and name of the collection at that time. */
export interface RecordSource {
  resource: string;
  collection: string;
}

/** Results of a step. */
interface Counts {
  recordsRead: number;
  /** Number of records. */
  changed: number;
  valuesSetAside: number;
  /** Number of values that violated the schema. */
  invalid: number;
}

/** Progress of a step, stored in the database, so that a crash loses at most one batch. */
export interface StepNote extends Counts {
  _id: string;
  migration: string;
  title: string;
  /** Id of the last processed record. */
  lastId?: mongo.ObjectId;
  isDone: boolean;
  milliseconds: number;
}

/** Context of a step. */
export interface StepContext {
  db: mongo.Db;
  migration: string;
  note: StepNote;
  /** Reports a line of progress. */
  report: (line: string) => void;
}

/** One operation of a migration on stored records. It is idempotent and resumable. */
export interface MigrationStep {
  /** Description. */
  title: string;
  /** Returns the final progress. */
  run: (context: StepContext) => Promise<StepNote>;
}

/** A value that is removed from a record. The path is a JSON pointer. */
interface SetAsideValue {
  path: string;
  value: unknown;
}

/** The changes to one record, by dotted field names with row numbers. */
export interface RecordChange {
  set: Record<string, unknown>;
  unset: string[];
  setAside: SetAsideValue[];
  invalid: number;
}

/** Collection of removed values, with resource, record, path, value and migration. */
export const setAsideCollectionName = 'kept_aside';

/** Collection with the progress of steps until their migration is done. */
export const stepNotes = 'migration_steps';

/** Migration step: renames the collection of a resource, with its indexes. */
export const moveCollection = (records: RecordSource, { to }: { to: string }): MigrationStep => ({
  title: `${records.collection}: rename the collection to ${to}`,
  run: (context) => renameOnce(context, { from: records.collection, to }),
});

/** Migration step: moves the records of a removed resource to a collection that nothing reads. */
export const setAsideCollection = (records: RecordSource): MigrationStep => ({
  title: `${records.collection}: set the collection aside`,
  run: async (context) => {
    const from = context.db.collection(records.collection);
    // A TTL index would continue to delete records.
    if (await isThere(from)) await from.dropIndexes();
    const [number = ''] = context.migration.split('-');
    const to = `kept_aside_${number}_${records.collection}`;
    const note = await renameOnce(context, { from: records.collection, to });
    return { ...note, valuesSetAside: note.recordsRead };
  },
});

/** Migration step: enqueues a job that rebuilds the search words of a resource. */
export const rebuildSearchWords = ({ resource, collection }: RecordSource): MigrationStep => ({
  title: `${collection}: enqueue a job that rebuilds the search words`,
  run: async ({ db, note }) => {
    const isEmpty = (await db.collection(collection).findOne({}, { projection: { _id: 1 } })) === null;
    const jobs = db.collection('jobs');
    const job = { kind: 'searchWords', subject: resource, status: 'waiting', attempts: 0 };
    if (isEmpty || (await jobs.findOne(job))) return { ...note, isDone: true };
    const time = now();
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await jobs.insertOne({ ...job, ...times, done: 0, total: null, revision: 1 });
    return { ...note, isDone: true };
  },
});

/** MongoDB's error codes for a missing collection or index. */
const missingCodes = [26, 27];

/** Drops indexes that are no longer declared. Databases of other versions have only some of them. */
export async function dropIndexesByName(collection: mongo.Collection, names: readonly string[]): Promise<void> {
  for (const name of names)
    await collection.dropIndex(name).catch((error: unknown) => {
      if (!(error instanceof mongo.MongoServerError && missingCodes.some((code) => code === error.code))) throw error;
    });
}

/** Stores the count before renaming: after a crash between the two, it shows that this step renamed the collection. */
async function renameOnce({ db, note }: StepContext, { from, to }: { from: string; to: string }): Promise<StepNote> {
  const records = db.collection(from);
  if (!(await isThere(records))) return { ...note, isDone: true };
  // Count the documents exactly: after a crash the server's estimate may be wrong, and existing records would be
  // dropped.
  const [count, existing] = [await records.countDocuments(), await db.collection(to).countDocuments()];
  if (existing > 0)
    throw new Error(
      `${from} cannot be renamed to ${to}, which already contains ${existing} records: move or delete them, and start again`,
    );
  const countedNote = { ...note, recordsRead: count, changed: count };
  await db.collection<StepNote>(stepNotes).replaceOne({ _id: note._id }, countedNote, { upsert: true });
  await records.rename(to, { dropTarget: true });
  return { ...countedNote, isDone: true };
}

const isThere = async (records: mongo.Collection) =>
  (await records.db.listCollections({ name: records.collectionName }, { nameOnly: true }).toArray()).length > 0;
