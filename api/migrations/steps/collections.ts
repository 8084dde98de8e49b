import type { mongo } from 'mongoose';
import { now } from '../../clock/clock.ts';
import { type Records, type Step, type StepContext, type StepNote, stepNotes } from './step.ts';

/** All records of a resource stand in another collection, with their indexes. */
export const moveCollection = (records: Records, { to }: { to: string }): Step => ({
  title: `${records.collection}: stands in ${to}`,
  run: (context) => renameOnce(context, { from: records.collection, to }),
});

/** The records of a resource that no schema has any more stay in a collection of their own, which nothing reads. */
export const keepCollectionAside = (records: Records): Step => ({
  title: `${records.collection}: is kept aside`,
  run: async (context) => {
    const from = context.db.collection(records.collection);
    // One that removes what has expired would go on doing so.
    if (await isThere(from)) await from.dropIndexes();
    const [number = ''] = context.migration.split('-');
    const to = `kept_aside_${number}_${records.collection}`;
    const note = await renameOnce(context, { from: records.collection, to });
    return { ...note, keptAside: note.lookedAt };
  },
});

/** A job makes the words anew by which the records of a resource are found. */
export const findAnew = ({ resource, collection }: Records): Step => ({
  title: `${collection}: a job makes the words anew that they are found by`,
  run: async ({ db, note }) => {
    const isEmpty = (await db.collection(collection).findOne({}, { projection: { _id: 1 } })) === null;
    const jobs = db.collection('jobs');
    const wanted = { kind: 'searchWords', subject: resource, status: 'waiting', attempts: 0 };
    if (isEmpty || (await jobs.findOne(wanted))) return { ...note, isDone: true };
    const time = now();
    const times = { dueAt: time, endedAt: null, expires: null, createdAt: time, updatedAt: time };
    await jobs.insertOne({ ...wanted, ...times, done: 0, total: null, revision: 1 });
    return { ...note, isDone: true };
  },
});

/** How many there are is noted before, since afterwards nobody could tell whether it was this that moved them. */
async function renameOnce({ db, note }: StepContext, { from, to }: { from: string; to: string }): Promise<StepNote> {
  const records = db.collection(from);
  if (!(await isThere(records))) return { ...note, isDone: true };
  // Counted one by one: after a crash the server's estimate may be wrong, and what is there would be dropped.
  const [count, there] = [await records.countDocuments(), await db.collection(to).countDocuments()];
  if (there > 0)
    throw new Error(
      `${from} can not become ${to}, which holds ${there} records already: move or remove those, and start again`,
    );
  const counted = { ...note, lookedAt: count, changed: count };
  await db.collection<StepNote>(stepNotes).replaceOne({ _id: note._id }, counted, { upsert: true });
  await records.rename(to, { dropTarget: true });
  return { ...counted, isDone: true };
}

const isThere = async (records: mongo.Collection) =>
  (await records.db.listCollections({ name: records.collectionName }, { nameOnly: true }).toArray()).length > 0;
