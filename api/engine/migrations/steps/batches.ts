import mongoose, { mongo } from 'mongoose';
import { now } from '../../../platform/clock/clock.ts';
import { readPage } from '../../store/read-page.ts';
import {
  type RecordChange,
  type RecordSource,
  type StepContext,
  type StepNote,
  setAsideCollectionName,
  stepNotes,
} from './step.ts';

/** Batch per transaction: number of records, or bytes read. */
const batch = { limit: 2_000, bytes: 8 * 2 ** 20 };

/** Interval of progress reports; milliseconds. */
const reportInterval = 5_000;

/** MongoDB's error codes for a missing and an existing collection. */
const codes = { gone: 26, there: 48 };

interface Pass extends StepContext {
  records: RecordSource;
  /** The top-level fields to read. */
  fields: string[];
  /**
   * Indexes over these fields are dropped: they are no longer needed, and a unique one would reject the second record
   * without a value.
   */
  without: string[];
  change: (document: mongo.Document) => RecordChange;
}

/**
 * Iterates over a collection in batches by id. Changes, values set aside and progress of a batch are written in one
 * transaction. Memory use is constant.
 */
export async function forEachBatch(pass: Pass): Promise<StepNote> {
  const { db, records, report, without } = pass;
  const collection = db.collection(records.collection);
  if (!(await collection.findOne({}, { projection: { _id: 1 } }))) return { ...pass.note, isDone: true };
  for (const name of [setAsideCollectionName, stepNotes])
    await db.createCollection(name).catch(ignoreErrorCode(codes.there));
  await dropIndexes(collection, without);
  let note = pass.note;
  for (let reportedAt = performance.now(); !note.isDone; ) {
    const startedAt = performance.now();
    const before = note;
    await mongoose.connection.transaction(async (session) => {
      note = await changeBatch({ ...pass, note: before }, session);
      note.milliseconds = Math.round(before.milliseconds + performance.now() - startedAt);
      await db.collection<StepNote>(stepNotes).replaceOne({ _id: note._id }, note, { upsert: true, session });
    });
    if (note.isDone || performance.now() - reportedAt < reportInterval) continue;
    reportedAt = performance.now();
    report(`  ${note.title}: ${note.lookedAt.toLocaleString('en-US')} records read so far`);
  }
  return note;
}

async function changeBatch({ db, migration, note, ...pass }: Pass, session: mongo.ClientSession): Promise<StepNote> {
  const { records, fields, change } = pass;
  const collection = db.collection(records.collection);
  const filter = note.place === undefined ? {} : { _id: { $gt: note.place } };
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const options = {
    session,
    projection,
    sort: { _id: 1 },
    limit: batch.limit + 1,
    batchSize: batch.limit + 1,
  } as const;
  const { documents, isMore } = await readPage(collection.find<mongo.Document>(filter, options), batch);
  const writes: mongo.AnyBulkWriteOperation[] = [];
  const setAsideValues: mongo.Document[] = [];
  let unfit = 0;
  for (const document of documents) {
    const outcome = change(document);
    unfit += outcome.unfit;
    const update = updateOf(outcome);
    if (update) writes.push({ updateOne: { filter: { _id: document._id }, update } });
    for (const each of outcome.setAside)
      setAsideValues.push({ resource: records.resource, record: document._id, ...each, migration, keptAt: now() });
  }
  if (setAsideValues.length > 0) await db.collection(setAsideCollectionName).insertMany(setAsideValues, { session });
  if (writes.length > 0) await collection.bulkWrite(writes, { session, ordered: false });
  return {
    ...note,
    place: documents.at(-1)?._id ?? note.place,
    isDone: !isMore,
    lookedAt: note.lookedAt + documents.length,
    changed: note.changed + writes.length,
    keptAside: note.keptAside + setAsideValues.length,
    unfit: note.unfit + unfit,
  };
}

function updateOf({ set, unset }: RecordChange): mongo.UpdateFilter<mongo.Document> | undefined {
  const update: mongo.UpdateFilter<mongo.Document> = {
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset.map((field) => [field, true])) } : {}),
  };
  return Object.keys(update).length > 0 ? update : undefined;
}

async function dropIndexes(collection: mongo.Collection, fields: string[]): Promise<void> {
  if (fields.length === 0) return;
  const isOver = (key: string) => fields.some((field) => key === field || key.startsWith(`${field}.`));
  for (const { name, key } of (await collection.indexes().catch(ignoreErrorCode(codes.gone))) ?? [])
    if (name !== undefined && Object.keys(key).some(isOver)) await collection.dropIndex(name);
}

/** Error handler that ignores one error code. */
const ignoreErrorCode = (code: number) => (error: unknown) => {
  if (error instanceof mongo.MongoServerError && error.code === code) return undefined;
  throw error;
};
