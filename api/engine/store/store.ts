import { type Model, mongo, type PipelineStage } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { isRemovable } from '#schemas/resource/resource.ts';
import { wordSources } from '#schemas/resource/search.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { cacheSubjectOf, invalidateCache, subjectOfAll, subjectOfFilter } from './cache-versions.ts';
import { runCommand } from './commands.ts';
import {
  filterCaster,
  indexKeys,
  isResourceName,
  lockCountField,
  model,
  type ResourceName,
  resource,
  resources,
  type StoredDocument,
  searchKeys,
  sortOf,
  uniqueIndexes,
  uniqueKeys,
} from './model.ts';
import { type PageEnd, readBatches, readPage } from './read-page.ts';
import { recordReader } from './reader.ts';
import { deletableReferences } from './reference-paths.ts';
import { reindexOnRename, searchIndexer } from './search-words.ts';
import {
  duplicateKey,
  flushInserts,
  forgetLocked,
  InsertsRejected,
  insertBeforeCommit,
  isBatchingWrites,
  isInTransaction,
  lockOnce,
  pendingInserts,
  registerReferences,
  sessionOption,
  transaction,
} from './transaction.ts';
import { treePath, withTreePath } from './tree-path.ts';
import { recordWriter } from './writer.ts';

/** A MongoDB filter. Mongoose casts strings to ObjectIds and dates by the schema, and throws for unknown fields. */
export type Filter = Record<string, unknown>;

export interface FindOptions {
  filter?: Filter;
  /** For example ['-updatedAt']. The id is added as tie-breaker, so that pagination is stable. */
  sort?: string[];
  skip?: number;
  limit?: number;
  /** Paths to leave out, such as 'formData'. */
  omit?: string[];
  /** The only paths to read, besides the id. */
  only?: string[];
  /** The index to read by (hint), one of `indexesOf`. MongoDB chooses otherwise. */
  index?: string[] | undefined;
}

/** A row of a list: the document as the database sent it, and the record that it contains. */
export interface StoredRow<T> {
  readonly bson: Uint8Array;
  readonly record: () => T;
}

/** Repository for the records of one resource. Records are plain JSON as in the API. */
export interface Store<T> {
  /** Finds records; with `ignoresCase`, texts match in upper and lower case, which no index supports. */
  find(options: FindOptions & { ignoresCase?: boolean }): Promise<T[]>;
  /**
   * Like `find`, but stops once the documents read reach `bytes`; returns at least one if any matches. `isWhole` is
   * whether the rows are whole documents.
   */
  page(
    options: FindOptions & { limit: number },
    bytes: number,
  ): Promise<{ rows: StoredRow<T>[]; isWhole: boolean } & PageEnd>;
  /**
   * Streams the results of `find` in batches of `size`. The next batch is read while the caller works on the current
   * one.
   */
  batches(options: Omit<FindOptions, 'skip' | 'limit'>, size: number): AsyncGenerator<T[]>;
  /** The same rows as the database sent them. */
  storedBatches(options: Omit<FindOptions, 'skip' | 'limit'>, size: number): AsyncGenerator<StoredRow<T>[]>;
  findOne(filter: Filter): Promise<T | null>;
  /**
   * Reads a record and locks it for this transaction (pessimistic locking) by incrementing a hidden counter: a
   * concurrent transaction that changes or locks it gets a write conflict. Returns null when there is none.
   */
  lockForUpdate(id: string): Promise<T | null>;
  /** Counts up to `limit`, by the given index of `indexesOf` or the one that MongoDB chooses. */
  count(filter: Filter, limit?: number, index?: string[]): Promise<number>;
  /**
   * Inserts a record. `named` holds already loaded records by reference field, so that computing search words does not
   * read them again.
   */
  insert(record: Partial<T>, named?: object): Promise<T>;
  /** Inserts a record without returning it. */
  add(record: Partial<T>): Promise<void>;
  /**
   * Inserts a record that nothing reads soon: in a transaction at its end, together with all others. A duplicate key then
   * throws InsertsRejected.
   */
  append(record: Partial<T>): Promise<void>;
  /**
   * Bulk insert without reading back. Given createdAt and updatedAt values are preserved. References are checked only
   * inside a transaction: outside of one, use it for a new database or for rows without references.
   */
  insertMany(records: Partial<T>[]): Promise<void>;
  /**
   * Updates the one record that matches the filter, increments its revision and returns the new record; null when none
   * matches. Null for a field that is not nullable removes the field. `expected` is the record before and after the update,
   * if the filter guarantees it (optimistic locking by revision), with referenced records as for `insert`: its search
   * words are then written in the same update, and the record is not read again to notice a renaming.
   */
  update(
    filter: Filter,
    changes: Partial<T>,
    expected?: { record: T; before?: T; loadedReferences: object },
  ): Promise<T | null>;
  /**
   * Atomically applies a MongoDB update to the first matching record, increments its revision and returns the record as
   * it was before; null when none matches. Concurrent callers get different records.
   */
  updateFirst(options: { filter: Filter; sort: string[]; update: { $set: Filter; $inc: Filter } }): Promise<T | null>;
  /** A MongoDB update of one document, inserted when missing. */
  upsert(filter: Filter, update: Record<string, unknown>): Promise<void>;
  updateMany(filter: Filter, update: Record<string, unknown> | Record<string, unknown>[]): Promise<number>;
  /**
   * Like `updateMany`, but leaves revision and timestamps unchanged: for derived data such as the place in the tree.
   */
  updateDerived(filter: Filter, update: Record<string, unknown> | Record<string, unknown>[]): Promise<number>;
  /**
   * Runs an aggregation pipeline on the matching documents, for at most `maxTime` milliseconds. Returns raw documents.
   */
  aggregate(filter: Filter, stages: PipelineStage[], maxTime?: number): Promise<StoredDocument[]>;
  delete(filter: Filter): Promise<T | null>;
  deleteMany(filter: Filter): Promise<number>;
}

const stores = new Map<ResourceName, unknown>();

/** The store of a resource. Inside `transaction`, its calls join that transaction. */
export function storeOf<Name extends ResourceName>(name: Name): Store<Records[Name]>;
export function storeOf(name: ResourceName): unknown {
  const cached = stores.get(name);
  if (cached) return cached;
  const watched = watchedStore(name, makeStore(name));
  const created = resource(name).schema['x-store']?.cache ? versionedStore(name, watched) : watched;
  stores.set(name, created);
  return created;
}

/**
 * Wraps the store of a cached resource: each write changes the cache version in the same transaction (cache
 * invalidation). If records are cached individually, a write to one record changes only that record's version.
 */
function versionedStore(name: ResourceName, inner: Store<StoredDocument>): Store<StoredDocument> {
  const moving = <T>(work: () => Promise<T>, subject: (done: T) => string | null) =>
    transaction(async () => {
      const done = await work();
      const changedSubject = subject(done);
      if (changedSubject !== null) await invalidateCache(changedSubject);
      return done;
    });
  const subjectOfResult = (record: StoredDocument | null) => record && cacheSubjectOf(name, record);
  const subjectOfMatches = (filter: Filter) => () => subjectOfFilter(name, filter);
  return {
    ...inner,
    insert: (record, named) => moving(() => inner.insert(record, named), subjectOfResult),
    add: (record) =>
      moving(
        () => inner.add(record),
        () => cacheSubjectOf(name, record),
      ),
    append: (record) =>
      moving(
        () => inner.append(record),
        () => cacheSubjectOf(name, record),
      ),
    insertMany: (records) =>
      moving(
        () => inner.insertMany(records),
        () => subjectOfAll(name),
      ),
    update: (...change) => moving(() => inner.update(...change), subjectOfResult),
    upsert: (filter, update) => moving(() => inner.upsert(filter, update), subjectOfMatches(filter)),
    updateFirst: (options) => moving(() => inner.updateFirst(options), subjectOfResult),
    updateMany: (filter, update) => moving(() => inner.updateMany(filter, update), subjectOfMatches(filter)),
    updateDerived: (filter, update) => moving(() => inner.updateDerived(filter, update), subjectOfMatches(filter)),
    delete: (filter) => moving(() => inner.delete(filter), subjectOfResult),
    deleteMany: (filter) => moving(() => inner.deleteMany(filter), subjectOfMatches(filter)),
  };
}

function makeStore(name: ResourceName): Store<StoredDocument> {
  const documents: Model<StoredDocument> = model(name);
  const { path: collection } = resource(name);
  const read = recordReader(resource(name));
  const write = recordWriter(resource(name));
  const cast = filterCaster(documents);
  const wordsOf = searchIndexer(resource(name));
  const sources = wordSources(resource(name));
  const rename = reindexOnRename(name);
  const referencesOf = deletableReferences(resource(name));
  const whole = (document: StoredDocument) => read(document, true);
  /** Runs a write of these fields, and protects the records they reference from concurrent deletion. */
  const naming = <T>(fields: object, work: () => Promise<T>): Promise<T> => {
    const named = referencesOf(fields);
    if (named.length === 0) return work();
    return transaction(() => {
      registerReferences(named);
      return work();
    });
  };
  const translateDuplicate = translateDuplicateKeyError(name);
  const removable = new Set(
    resource(name)
      .fields.filter((field) => isRemovable(field) || field.property['x-computed'] !== undefined)
      .map((field) => field.name),
  );
  const settingOf = (changes: StoredDocument) => {
    const removedFields = Object.keys(changes).filter((field) => changes[field] === null && removable.has(field));
    const $set: StoredDocument = {
      ...write.fields({ ...changes, ...Object.fromEntries(removedFields.map((field) => [field, undefined])) }),
      updatedAt: now(),
    };
    return {
      $set,
      ...(removedFields.length > 0 ? { $unset: Object.fromEntries(removedFields.map((field) => [field, 1])) } : {}),
      $inc: { revision: 1 },
    };
  };
  const hintOf = (index: string[] | undefined) => (index ? { hint: indexKeys(resource(name), index) } : {});
  const documentsOf = async (records: StoredDocument[], named?: object) => {
    const words = sources.length === 0 ? [] : await wordsOf(records, named);
    return records.map((record, index) => write.document(record, words[index]));
  };
  const inserted = (record: StoredDocument, named?: object) =>
    naming(record, async () => {
      // Use the driver directly: building a Mongoose document takes half the time of a save.
      const [document = {}] = await documentsOf([record], named);
      if (isBatchingWrites()) insertBeforeCommit(collection, document);
      else await documents.collection.insertOne(document, sessionOption()).catch(translateDuplicate);
      return document;
    });

  const storedRow = (bson: Buffer, isWhole: boolean) => ({
    bson,
    record: () => read(mongo.BSON.deserialize(bson), isWhole),
  });
  const storedBatches: Store<StoredDocument>['storedBatches'] = async function* (
    { filter = {}, sort = [], index, ...selection },
    size,
  ) {
    await flushInserts(collection);
    const projection = projectionOf(selection);
    // Use the driver's cursor: Mongoose's yields one document at a time and takes twice as long for a long list.
    const cursor = documents.collection.find<Buffer>(cast(filter), {
      sort: sortOf(sort),
      batchSize: size,
      ...hintOf(index),
      ...(projection ? { projection } : {}),
      ...sessionOption(),
      raw: true,
    });
    const hasNext = () => runCommand({ collection, command: 'find', filter }, () => cursor.hasNext());
    for await (const documents of readBatches(cursor, hasNext))
      yield documents.map((bson) => storedRow(bson, !projection));
  };

  return {
    async find({ filter = {}, sort = [], skip = 0, limit = 0, index, ignoresCase = false, ...selection }) {
      const projection = projectionOf(selection);
      const results = await documents.collection
        .find(cast(filter), {
          ...(sort.length > 0 ? { sort: sortOf(sort) } : {}),
          ...(ignoresCase ? { collation: { locale: 'en', strength: 2 } } : {}),
          ...{ skip, limit, ...hintOf(index), ...sessionOption(), ...(projection ? { projection } : {}) },
        })
        .toArray();
      return results.map((document) => read(document, !projection));
    },
    async page({ filter = {}, sort = [], skip = 0, limit, index, ...selection }, bytes) {
      const projection = projectionOf(selection);
      // Read one more than the limit to know whether another page follows, in the same round trip.
      const options = { sort: sortOf(sort), skip, limit: limit + 1, batchSize: limit + 1, ...sessionOption() };
      const cursor = documents.collection.find<Buffer>(cast(filter), {
        ...options,
        ...hintOf(index),
        ...(projection ? { projection } : {}),
        raw: true,
      });
      const { documents: results, ...end } = await readPage(cursor, { limit, bytes });
      const isWhole = projection === undefined;
      return { rows: results.map((bson) => storedRow(bson, isWhole)), isWhole, ...end };
    },
    storedBatches,
    async *batches(options, size) {
      for await (const rows of storedBatches(options, size)) yield rows.map((row) => row.record());
    },
    async findOne(filter) {
      const document = await documents.collection.findOne(cast(filter), sessionOption());
      return document && whole(document);
    },
    async lockForUpdate(id) {
      const update = { $inc: { [lockCountField]: 1 } };
      const options = { timestamps: false, returnDocument: 'after', ...sessionOption() } as const;
      const document = await lockOnce(`${collection}/${id}`, async () => {
        await flushInserts(collection);
        return await documents.findOneAndUpdate({ _id: id }, update, options).lean();
      });
      return document && whole(document);
    },
    async count(filter, limit, index) {
      // Without a condition, count index entries, so that MongoDB does not read all documents.
      const hint = Object.keys(filter).length === 0 ? { hint: { _id: 1 } } : hintOf(index);
      const options = { ...(limit === undefined ? {} : { limit }), ...hint, ...sessionOption() };
      if (isInTransaction()) return await documents.countDocuments(filter, options);
      // The count command counts index keys and takes half the time of countDocuments, an aggregation. It is deprecated
      // only because of sharded collections and counts without a condition or hint.
      return await documents.collection.count(cast(filter), options);
    },
    insert: async (record, named) => whole(await inserted(record, named)),
    add: async (record) => void (await inserted(record)),
    async append(record) {
      if (!isInTransaction()) return void (await inserted(record));
      registerReferences(referencesOf(record));
      for (const document of await documentsOf([record])) insertBeforeCommit(collection, document);
    },
    async insertMany(records) {
      if (records.length === 0) return;
      if (isInTransaction()) registerReferences(records.flatMap(referencesOf));
      await documents.collection.insertMany(await documentsOf(records), { ordered: false, ...sessionOption() });
    },
    update: (filter, changes, expected) =>
      naming(changes, () =>
        rename({ filter, changes, before: expected?.before }, async () => {
          const isReworded = sources.some((field) => Object.hasOwn(changes, field));
          const [known] = isReworded && expected ? await wordsOf([expected.record], expected.loadedReferences) : [];
          const update = settingOf(changes);
          Object.assign(update.$set, known);
          const updated = await documents.collection
            .findOneAndUpdate(cast(filter), update, { returnDocument: 'after', ...sessionOption() })
            .catch(translateDuplicate);
          if (!updated) return null;
          if (isReworded && !known) {
            const [words = {}] = await wordsOf([updated]);
            await documents.collection.updateOne({ _id: updated._id }, { $set: words }, sessionOption());
            return whole({ ...updated, ...words });
          }
          return whole(updated);
        }),
      ),
    async updateFirst({ filter, sort, update: { $set, $inc } }) {
      const options = { sort: sortOf(sort), returnDocument: 'before', ...sessionOption() } as const;
      const raised = { $set, $inc: { ...$inc, revision: 1 } };
      const advanced = await documents.findOneAndUpdate(filter, raised, options).lean();
      return advanced && whole(advanced);
    },
    async updateDerived(filter, update) {
      const options = { updatePipeline: Array.isArray(update), timestamps: false, ...sessionOption() };
      return (await documents.updateMany(filter, withTreePath(resource(name), update), options)).modifiedCount;
    },
    async upsert(filter, update) {
      await documents.updateOne(filter, update, { upsert: true, ...sessionOption() });
    },
    async updateMany(filter, update) {
      const options = { updatePipeline: Array.isArray(update), ...sessionOption() };
      const set = Array.isArray(update) ? undefined : update.$set;
      return await naming(isRecord(set) ? set : {}, async () => {
        const written = withTreePath(resource(name), update);
        return (await documents.updateMany(filter, written, options).catch(translateDuplicate)).modifiedCount;
      });
    },
    async aggregate(filter, stages, maxTime) {
      const options = { ...sessionOption(), ...(maxTime === undefined ? {} : { maxTimeMS: maxTime }) };
      // Mongoose does not cast aggregation pipelines, so ids in the filter would stay strings.
      return await documents.aggregate([{ $match: cast(filter) }, ...stages], options);
    },
    async delete(filter) {
      const deleted = await documents.collection.findOneAndDelete(cast(filter), sessionOption());
      return deleted && whole(deleted);
    },
    async deleteMany(filter) {
      return (await documents.collection.deleteMany(cast(filter), sessionOption())).deletedCount;
    },
  };
}

/** The MongoDB projection for `omit` and `only`; undefined for whole documents. */
function projectionOf({ omit = [], only }: Pick<FindOptions, 'omit' | 'only'>): Record<string, 0 | 1> | undefined {
  if (only) return Object.fromEntries(only.map((path) => [path, 1]));
  return omit.length > 0 ? Object.fromEntries([...omit, searchKeys, treePath].map((path) => [path, 0])) : undefined;
}

/**
 * Translates MongoDB's duplicate key error of a unique index to RESOURCE_CONFLICT (design 3); rethrows any other error.
 */
const translateDuplicateKeyError =
  (name: ResourceName) =>
  (error: unknown): never => {
    if (!(error instanceof mongo.MongoServerError) || error.code !== duplicateKey) throw error;
    const paths = Object.keys(error.keyPattern ?? {});
    const { properties } = schemas[name];
    // Leave out computed fields: the place in the tree follows from a field that the user sets.
    const writablePaths = paths.filter((path) => !properties[path.split('.')[0] ?? '']?.readOnly);
    const reportedPaths = writablePaths.length > 0 ? writablePaths : paths;
    const fields = reportedPaths.map((path) => ({
      path: `/${path.replaceAll('.', '/')}`,
      message: 'Is already taken',
    }));
    throw new ApiError('RESOURCE_CONFLICT', {
      reason: `Another ${name} has the same ${reportedPaths.join(', ')}`,
      details: { resourceType: name, resourceId: null, fields },
      cause: error,
    });
  };

/**
 * Throws InsertsRejected if the inserts that a dry run has put off would violate a unique index. They are not sent,
 * because MongoDB takes up to a minute for an insert after thousands that were rolled back.
 */
export async function assertInsertable(): Promise<void> {
  for (const [collection, documents] of pendingInserts()) {
    const found = [...resources.values()].find(({ path }) => path === collection);
    if (!found || !isResourceName(found.name)) continue;
    for (const { unique } of uniqueIndexes(found)) {
      const keys = documents.flatMap((document) => uniqueKeys(document, unique));
      const isRepeated = new Set(keys.map((key) => JSON.stringify(key))).size < keys.length;
      if (isRepeated || (keys.length > 0 && (await hasAnyKey(found.name, keys)))) throw new InsertsRejected();
    }
  }
}

async function hasAnyKey(name: ResourceName, keys: StoredDocument[]): Promise<boolean> {
  const [first = {}] = keys;
  const [field = '', ...others] = Object.keys(first);
  const filter = others.length === 0 ? { [field]: { $in: keys.map((key) => key[field]) } } : { $or: keys };
  const options = { projection: { _id: 1 }, ...sessionOption() };
  const { collection } = model(name);
  const find = () => collection.findOne(filter, options);
  return (await runCommand({ collection: collection.name, command: 'find', filter }, find)) !== null;
}

/** Commands that change nothing. */
const reads = new Set(['find', 'count', 'aggregate']);

/**
 * Wraps a store so that each call is reported to the command listeners (metrics, traces, slow queries). `batches`
 * reports its own commands.
 */
function watchedStore(name: ResourceName, inner: Store<StoredDocument>): Store<StoredDocument> {
  const { path: collection } = resource(name);
  const send = <T>(command: string, filter: Filter | undefined, run: () => Promise<T>) =>
    runCommand({ collection, command, filter }, run);
  // A batched transaction reads its own inserts. An aggregation may read other collections, too.
  const sendAfterInserts = async <T>(command: string, filter: Filter | undefined, run: () => Promise<T>) => {
    await flushInserts(command === 'aggregate' ? undefined : collection);
    if (!reads.has(command)) forgetLocked();
    return await send(command, filter, run);
  };
  const report = <T>(...command: [name: string, filter: Filter | undefined, run: () => Promise<T>]) =>
    isInTransaction() ? sendAfterInserts(...command) : send(...command);
  return {
    ...inner,
    find: (options) => report('find', options.filter, () => inner.find(options)),
    page: (options, bytes) => report('find', options.filter, () => inner.page(options, bytes)),
    findOne: (filter) => report('find', filter, () => inner.findOne(filter)),
    lockForUpdate: (id) => send('findAndModify', { _id: id }, () => inner.lockForUpdate(id)),
    count: (filter, ...options) => report('count', filter, () => inner.count(filter, ...options)),
    insert: (record, named) => send('insert', undefined, () => inner.insert(record, named)),
    add: (record) => send('insert', undefined, () => inner.add(record)),
    append: (record) => send('insert', undefined, () => inner.append(record)),
    insertMany: (records) => send('insert', undefined, () => inner.insertMany(records)),
    update: (filter, ...change) => report('findAndModify', filter, () => inner.update(filter, ...change)),
    updateFirst: (options) => report('findAndModify', options.filter, () => inner.updateFirst(options)),
    updateDerived: (filter, update) => report('update', filter, () => inner.updateDerived(filter, update)),
    upsert: (filter, update) => report('update', filter, () => inner.upsert(filter, update)),
    updateMany: (filter, update) => report('update', filter, () => inner.updateMany(filter, update)),
    aggregate: (filter, ...options) => report('aggregate', filter, () => inner.aggregate(filter, ...options)),
    delete: (filter) => report('findAndModify', filter, () => inner.delete(filter)),
    deleteMany: (filter) => report('delete', filter, () => inner.deleteMany(filter)),
  };
}
