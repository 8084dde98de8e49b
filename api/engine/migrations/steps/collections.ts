import type { mongo } from 'mongoose';
import { now } from '../../../platform/clock/clock.ts';
import { type MigrationStep, type RecordSource, type StepContext, type StepNote, stepNotes } from './step.ts';

/** Migration step: renames the collection of a resource, with its indexes. */
export const moveCollection = (records: RecordSource, { to }: { to: string }): MigrationStep => ({
  title: `${records.collection}: stands in ${to}`,
  run: (context) => renameOnce(context, { from: records.collection, to }),
});

/** Migration step: moves the records of a removed resource to a collection that nothing reads. */
export const setAsideCollection = (records: RecordSource): MigrationStep => ({
  title: `${records.collection}: is kept aside`,
  run: async (context) => {
    const from = context.db.collection(records.collection);
    // A TTL index would continue to delete records.
    if (await isThere(from)) await from.dropIndexes();
    const [number = ''] = context.migration.split('-');
    const to = `kept_aside_${number}_${records.collection}`;
    const note = await renameOnce(context, { from: records.collection, to });
    return { ...note, keptAside: note.lookedAt };
  },
});

/** Migration step: enqueues a job that rebuilds the search words of a resource. */
export const rebuildSearchWords = ({ resource, collection }: RecordSource): MigrationStep => ({
  title: `${collection}: a job makes the words anew that they are found by`,
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
  const countedNote = { ...note, lookedAt: count, changed: count };
  await db.collection<StepNote>(stepNotes).replaceOne({ _id: note._id }, countedNote, { upsert: true });
  await records.rename(to, { dropTarget: true });
  return { ...countedNote, isDone: true };
}

const isThere = async (records: mongo.Collection) =>
  (await records.db.listCollections({ name: records.collectionName }, { nameOnly: true }).toArray()).length > 0;
