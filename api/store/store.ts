import type { Model, PipelineStage } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Records } from '#schemas/generated/types.ts';
import { isRemovable } from '#schemas/resource/resource.ts';
import { wordSources } from '#schemas/resource/search.ts';
import { now } from '../clock/clock.ts';
import { casting } from './casting.ts';
import { asking } from './commands.ts';
import { holds, model, type ResourceName, resource, type StoredDocument } from './model.ts';
import { recordReader } from './reader.ts';
import { removableReferences } from './reference-paths.ts';
import { renaming, wordMaker } from './search-words.ts';
import { projectionOf, sortOf } from './selection.ts';
import { type PageEnd, readPage } from './stored-page.ts';
import { takenFor } from './taken.ts';
import { isInTransaction, joining, noteNamed, transaction } from './transaction.ts';
import { moveVersion, subjectOf, subjectOfAll, subjectOfFilter } from './versions.ts';
import { watchedStore } from './watched-store.ts';
import { recordWriter } from './writer.ts';

/** A MongoDB filter; Mongoose casts its texts to ids and dates by the schema and throws on a field it does not know. */
export type Filter = Record<string, unknown>;

export interface FindOptions {
  filter?: Filter;
  /** Such as ['-updatedAt']; the id is added, so that pages are stable. */
  sort?: string[];
  skip?: number;
  limit?: number;
  /** Paths left out, such as 'formData'. */
  omit?: string[];
  /** The only paths that are read, beside the id. */
  only?: string[];
}

/** What can be done with the stored records of one resource. Records are plain JSON in the API's terms. */
export interface Store<T> {
  find(options: FindOptions): Promise<T[]>;
  /** What `find` would answer, ended where the documents read come to `bytes`; at least one where there is any. */
  page(options: FindOptions & { limit: number }, bytes: number): Promise<{ records: T[] } & PageEnd>;
  /** All that `find` would answer, `size` at a time: the next are read while these are worked on, and no more. */
  batches(options: Omit<FindOptions, 'skip' | 'limit'>, size: number): AsyncGenerator<T[]>;
  findOne(filter: Filter): Promise<T | null>;
  /**
   * Reads a record that this transaction relies on, and writes to it unseen: another one that changes it, or relies on it
   * too, collides with this one instead of passing it by. Null when there is none.
   */
  hold(id: string): Promise<T | null>;
  /** Counts to `limit` and no further. */
  count(filter: Filter, limit?: number): Promise<number>;
  /** `named` holds, by their references, those records it names that its words follow from and that are at hand; others are read. */
  insert(record: Partial<T>, named?: object): Promise<T>;
  /** Does the same without answering the record: for what is written down and not looked at again. */
  add(record: Partial<T>): Promise<void>;
  /**
   * Inserts many rows at once without reading back; createdAt and updatedAt are kept where they are given. What they name
   * is looked at in a transaction alone: outside of one it is for a database that nobody else uses yet, and for rows that name nothing.
   */
  insertMany(records: Partial<T>[]): Promise<void>;
  /**
   * Changes the one record that the filter names, raises its revision, answers it as it is then; null when none. Null for
   * what may not be null takes the value away. `foreseen` is the record as the changes leave it, where the filter makes sure
   * of that, with those it names as `insert` takes them: its words are then written with the changes, and nothing is read for them.
   */
  update(filter: Filter, changes: Partial<T>, foreseen?: { record: T; named: object }): Promise<T | null>;
  /**
   * Does MongoDB's own update on the first record that is found, raises its revision, answers it as it was; null when none.
   * Of several callers at once each gets another record.
   */
  advance(options: { filter: Filter; sort: string[]; update: { $set: Filter; $inc: Filter } }): Promise<T | null>;
  /** MongoDB's own update on one document, made when missing. */
  upsert(filter: Filter, update: Record<string, unknown>): Promise<void>;
  updateMany(filter: Filter, update: Record<string, unknown> | Record<string, unknown>[]): Promise<number>;
  /** The same for what is no change of the records, such as where they stand in the tree: revision and times stay. */
  rewrite(filter: Filter, update: Record<string, unknown> | Record<string, unknown>[]): Promise<number>;
  /** MongoDB's own stages on what the filter finds; answers documents, not records. */
  aggregate(filter: Filter, stages: PipelineStage[]): Promise<StoredDocument[]>;
  delete(filter: Filter): Promise<T | null>;
  deleteMany(filter: Filter): Promise<number>;
}

const stores = new Map<ResourceName, unknown>();

/** The store of a resource. Inside `transaction` all that it does belongs to it. */
export function store<Name extends ResourceName>(name: Name): Store<Records[Name]>;
export function store(name: ResourceName): unknown {
  const kept = stores.get(name);
  if (kept) return kept;
  const watched = watchedStore(name, makeStore(name));
  const made = resource(name).schema['x-store']?.kept ? keptStore(name, watched) : watched;
  stores.set(name, made);
  return made;
}

/**
 * The same store of records that processes keep in memory: each change moves the version of what it changes, and both are stored or
 * neither. Of what is kept record by record a change of one record moves that one's version alone.
 */
function keptStore(name: ResourceName, made: Store<StoredDocument>): Store<StoredDocument> {
  const moving = <T>(work: () => Promise<T>, subject: (done: T) => string | null) =>
    transaction(async () => {
      const done = await work();
      const moved = subject(done);
      if (moved !== null) await moveVersion(moved);
      return done;
    });
  const ofRecord = (record: StoredDocument | null) => record && subjectOf(name, record);
  const found = (filter: Filter) => () => subjectOfFilter(name, filter);
  return {
    ...made,
    insert: (record, named) => moving(() => made.insert(record, named), ofRecord),
    add: (record) =>
      moving(
        () => made.add(record),
        () => subjectOf(name, record),
      ),
    insertMany: (records) =>
      moving(
        () => made.insertMany(records),
        () => subjectOfAll(name),
      ),
    update: (...change) => moving(() => made.update(...change), ofRecord),
    upsert: (filter, update) => moving(() => made.upsert(filter, update), found(filter)),
    advance: (options) => moving(() => made.advance(options), ofRecord),
    updateMany: (filter, update) => moving(() => made.updateMany(filter, update), found(filter)),
    rewrite: (filter, update) => moving(() => made.rewrite(filter, update), found(filter)),
    delete: (filter) => moving(() => made.delete(filter), ofRecord),
    deleteMany: (filter) => moving(() => made.deleteMany(filter), found(filter)),
  };
}

function makeStore(name: ResourceName): Store<StoredDocument> {
  const documents: Model<StoredDocument> = model(name);
  const { path: collection } = resource(name);
  const read = recordReader(resource(name));
  const write = recordWriter(resource(name));
  const cast = casting(documents);
  const wordsOf = wordMaker(resource(name));
  const sources = wordSources(resource(name));
  const rename = renaming(name);
  const referencesOf = removableReferences(resource(name));
  const whole = (document: StoredDocument) => read(document, true);
  /** Does a write of these fields; what they name is kept from being removed meanwhile. */
  const naming = <T>(fields: object, work: () => Promise<T>): Promise<T> => {
    const named = referencesOf(fields);
    if (named.length === 0) return work();
    return transaction(() => {
      noteNamed(named);
      return work();
    });
  };
  const taken = takenFor(name);
  const removable = new Set(
    resource(name)
      .fields.filter((field) => isRemovable(field) || field.property['x-computed'] !== undefined)
      .map((field) => field.name),
  );
  const settingOf = (changes: StoredDocument) => {
    const gone = Object.keys(changes).filter((field) => changes[field] === null && removable.has(field));
    const $set: StoredDocument = {
      ...write.fields({ ...changes, ...Object.fromEntries(gone.map((field) => [field, undefined])) }),
      updatedAt: now(),
    };
    return {
      $set,
      ...(gone.length > 0 ? { $unset: Object.fromEntries(gone.map((field) => [field, 1])) } : {}),
      $inc: { revision: 1 },
    };
  };
  const documentsOf = async (records: StoredDocument[], named?: object) => {
    const made = records.map((record) => write.document(record));
    if (sources.length === 0) return made;
    const words = await wordsOf(records, named);
    return made.map((document, index) => ({ ...document, ...words[index] }));
  };
  const inserted = (record: StoredDocument, named?: object) =>
    naming(record, async () => {
      // Straight to the driver: Mongoose would make a document of it and take it apart again, for half of a save's time.
      const [document = {}] = await documentsOf([record], named);
      await documents.collection.insertOne(document, joining()).catch(taken);
      return document;
    });

  return {
    async find({ filter = {}, sort = [], skip = 0, limit = 0, ...selection }) {
      const projection = projectionOf(selection);
      const found = await documents.collection
        .find(cast(filter), {
          ...(sort.length > 0 ? { sort: sortOf(sort) } : {}),
          ...(projection ? { projection } : {}),
          ...{ skip, limit, ...joining() },
        })
        .toArray();
      return found.map((document) => read(document, !projection));
    },
    async page({ filter = {}, sort = [], skip = 0, limit, ...selection }, bytes) {
      const projection = projectionOf(selection);
      // One more tells whether there is more, in the same round trip.
      const options = { sort: sortOf(sort), skip, limit: limit + 1, batchSize: limit + 1, ...joining() };
      const cursor = documents.collection.find(cast(filter), { ...options, ...(projection ? { projection } : {}) });
      const { documents: found, ...end } = await readPage(cursor, { limit, bytes });
      return { records: found.map((document) => read(document, !projection)), ...end };
    },
    async *batches({ filter = {}, sort = [], ...selection }, size) {
      const projection = projectionOf(selection);
      // The driver's own cursor: Mongoose's hands out one document at a time, for twice the time of a long list.
      const cursor = documents.collection.find(cast(filter), {
        sort: sortOf(sort),
        batchSize: size,
        ...(projection ? { projection } : {}),
        ...joining(),
      });
      try {
        const next = () => asking({ collection, command: 'find', filter }, () => cursor.hasNext());
        let isMore = next();
        while (await isMore) {
          const found = cursor.readBufferedDocuments();
          isMore = next();
          // Its failure is met by the next turn; until then nobody awaits it.
          isMore.catch(() => undefined);
          yield found.map((document) => read(document, !projection));
        }
      } finally {
        await cursor.close();
      }
    },
    async findOne(filter) {
      const found = await documents.collection.findOne(cast(filter), joining());
      return found && whole(found);
    },
    async hold(id) {
      const update = { $inc: { [holds]: 1 } };
      const options = { timestamps: false, returnDocument: 'after', ...joining() } as const;
      const found = await documents.findOneAndUpdate({ _id: id }, update, options).lean();
      return found && whole(found);
    },
    async count(filter, limit) {
      // Without a condition the ids are counted: the documents themselves would all be read.
      const hint = Object.keys(filter).length === 0 ? { hint: { _id: 1 } } : {};
      const options = { ...(limit === undefined ? {} : { limit }), ...hint, ...joining() };
      if (isInTransaction()) return await documents.countDocuments(filter, options);
      // The command counts keys where countDocuments, an aggregation, groups rows: half the time. What it is deprecated
      // for are sharded collections, and counts without a condition or a hint.
      return await documents.collection.count(cast(filter), options);
    },
    insert: async (record, named) => whole(await inserted(record, named)),
    add: async (record) => void (await inserted(record)),
    async insertMany(records) {
      if (records.length === 0) return;
      if (isInTransaction()) noteNamed(records.flatMap(referencesOf));
      await documents.collection.insertMany(await documentsOf(records), { ordered: false, ...joining() });
    },
    update: (filter, changes, foreseen) =>
      naming(changes, () =>
        rename(filter, changes, async () => {
          const isReworded = sources.some((field) => Object.hasOwn(changes, field));
          const [known] = isReworded && foreseen ? await wordsOf([foreseen.record], foreseen.named) : [];
          const update = settingOf(changes);
          Object.assign(update.$set, known);
          const updated = await documents.collection
            .findOneAndUpdate(cast(filter), update, { returnDocument: 'after', ...joining() })
            .catch(taken);
          if (!updated) return null;
          if (isReworded && !known) {
            const [words = {}] = await wordsOf([updated]);
            await documents.collection.updateOne({ _id: updated._id }, { $set: words }, joining());
            return whole({ ...updated, ...words });
          }
          return whole(updated);
        }),
      ),
    async advance({ filter, sort, update: { $set, $inc } }) {
      const options = { sort: sortOf(sort), returnDocument: 'before', ...joining() } as const;
      const raised = { $set, $inc: { ...$inc, revision: 1 } };
      const advanced = await documents.findOneAndUpdate(filter, raised, options).lean();
      return advanced && whole(advanced);
    },
    async rewrite(filter, update) {
      const options = { updatePipeline: Array.isArray(update), timestamps: false, ...joining() };
      return (await documents.updateMany(filter, update, options)).modifiedCount;
    },
    async upsert(filter, update) {
      await documents.updateOne(filter, update, { upsert: true, ...joining() });
    },
    async updateMany(filter, update) {
      const options = { updatePipeline: Array.isArray(update), ...joining() };
      const set = Array.isArray(update) ? undefined : update.$set;
      return await naming(
        isRecord(set) ? set : {},
        async () => (await documents.updateMany(filter, update, options).catch(taken)).modifiedCount,
      );
    },
    async aggregate(filter, stages) {
      // An aggregation casts nothing by itself: ids in the filter would stay texts.
      return await documents.aggregate([{ $match: cast(filter) }, ...stages], joining());
    },
    async delete(filter) {
      const deleted = await documents.collection.findOneAndDelete(cast(filter), joining());
      return deleted && whole(deleted);
    },
    async deleteMany(filter) {
      return (await documents.collection.deleteMany(cast(filter), joining())).deletedCount;
    },
  };
}
