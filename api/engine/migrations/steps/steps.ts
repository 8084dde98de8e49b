import mongoose, { mongo } from 'mongoose';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { parseDate } from '#schemas/typed-values/parse-date.ts';
import { parsedValue, trimText } from '#schemas/typed-values/parsed.ts';
import { now } from '../../../platform/clock/clock.ts';
import { storedShape, storedValidator } from '../../resource/schemas/stored-schema.ts';
import { readPage } from '../../store/read-page.ts';
import {
  type MigrationStep,
  type RecordChange,
  type RecordSource,
  type StepContext,
  type StepNote,
  setAsideCollectionName,
  stepNotes,
} from './step.ts';

/** A property by its dotted path, which passes through the rows of lists. */
interface At {
  path: string;
}

/** Migration step: renames a property. If both names exist with different values, the old value is set aside. */
export const rename = (records: RecordSource, { path, to }: At & { to: string }): MigrationStep =>
  eachOf(records, {
    path,
    otherFields: path.includes('.') ? [] : [to],
    unindexedFields: [path],
    title: `${records.collection}: rename ${path} to ${to}`,
    change: ({ object, name, field, pointer }, outcome) => {
      if (!Object.hasOwn(object, name)) return;
      const value = object[name];
      outcome.unset.push(field);
      if (object[to] === undefined) outcome.set[field.slice(0, -name.length) + to] = value;
      else if (!isEqual(object[to], value)) pushSetAside(outcome, pointer, value);
    },
  });

/** Migration step: removes a property and sets its values aside. */
export const setAside = (records: RecordSource, { path }: At): MigrationStep =>
  eachOf(records, {
    path,
    unindexedFields: [path],
    title: `${records.collection}: set ${path} aside`,
    change: ({ object, name, field, pointer }, outcome) => {
      if (!Object.hasOwn(object, name)) return;
      outcome.unset.push(field);
      pushSetAside(outcome, pointer, object[name]);
    },
  });

/**
 * Migration step: sets a value where a property is missing. `as` is the property's schema, for values with a database
 * type that JSON does not have.
 */
export const fill = (
  records: RecordSource,
  { path, value, as }: At & { value: unknown; as?: Property },
): MigrationStep => {
  const stored = as ? toStoredValue(value, as) : value;
  return eachOf(records, {
    path,
    title: `${records.collection}: set ${path} to ${JSON.stringify(value)} where it is missing`,
    change: ({ object, name, field }, outcome) => {
      if (object[name] === undefined) outcome.set[field] = stored;
    },
  });
};

/**
 * Migration step: adapts values to a narrower type. A value is converted if that is lossless, else set aside and
 * replaced by `otherwise`, by the valid items of a list, or by nothing.
 */
export const narrow = (
  records: RecordSource,
  { path, to, otherwise }: At & { to: Property; otherwise?: unknown },
): MigrationStep => {
  const fits = fitsShape(to, path);
  const replacement = toStoredValue(otherwise, to);
  const validItemsOf = validItems(to, path);
  return eachOf(records, {
    path,
    title: `${records.collection}: convert ${path} to its new type`,
    change: ({ object, name, field, pointer }, outcome) => {
      const value = object[name];
      if (value === undefined || fits(value)) return;
      outcome.invalid += 1;
      const same = value === null ? undefined : convertLosslessly(value, to);
      if (same !== undefined && fits(same)) {
        outcome.set[field] = same;
        return;
      }
      if (!isBlank(value)) pushSetAside(outcome, pointer, value);
      const remaining = replacement ?? validItemsOf(value);
      if (remaining === undefined) outcome.unset.push(field);
      else outcome.set[field] = remaining;
    },
  });
};

/** Whether a value fits a property's stored shape. Compiled with the first value, because every start loads all migrations. */
function fitsShape(property: Property, path: string): (value: unknown) => boolean {
  const shape = storedShape(property, path);
  let validate: ((value: unknown) => boolean) | undefined;
  return (value) => {
    validate ??= storedValidator().compile(shape);
    return validate(value);
  };
}

/** The valid items of a list, if they form a valid list. */
function validItems(to: Property, path: string): (value: unknown) => unknown[] | undefined {
  const items = to.items;
  if (!items) return () => undefined;
  const fits = fitsShape(to, path);
  const itemFits = fitsShape(items, `${path}/items`);
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const remaining = value
      .map((item) => (itemFits(item) ? item : convertLosslessly(item, items)))
      .filter((item) => itemFits(item));
    return fits(remaining) ? remaining : undefined;
  };
}

/** A text without visible characters is no value in other types. */
const isBlank = (value: unknown) => typeof value === 'string' && trimText(value) === '';

/** Sets a value aside. Null contains no information. */
function pushSetAside({ setAside }: RecordChange, path: string, value: unknown): void {
  if (value !== null && value !== undefined) setAside.push({ path, value });
}

interface Each extends At {
  title: string;
  /** Further top-level fields to read. */
  otherFields?: string[];
  unindexedFields?: string[];
  change: (holder: PropertyOwner, outcome: RecordChange) => void;
}

/** Builds a step that processes each object that may contain a property. */
function eachOf(
  records: RecordSource,
  { path, title, otherFields = [], unindexedFields = [], change }: Each,
): MigrationStep {
  const [top = path] = path.split('.');
  return {
    title,
    run: (context) =>
      forEachBatch({
        ...context,
        records,
        fields: [...new Set([top, ...otherFields])],
        unindexedFields,
        change: (document) => {
          const outcome: RecordChange = { set: {}, unset: [], setAside: [], invalid: 0 };
          for (const holder of propertyOwners(document, path)) change(holder, outcome);
          return outcome;
        },
      }),
  };
}

/** An object in a record that may contain a property. */
interface PropertyOwner {
  object: Record<string, unknown>;
  /** The property's name in the object. */
  name: string;
  /** The dotted path in the record, with row numbers. */
  field: string;
  /** The same as a JSON pointer. */
  pointer: string;
}

/** All objects in a record that may contain the property at a dotted path, which passes through each row of a list. */
function propertyOwners(document: Record<string, unknown>, path: string): PropertyOwner[] {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let objects = [{ object: document, at: [] as string[] }];
  for (const name of names) objects = objects.flatMap(({ object, at }) => objectsIn(object[name], [...at, name]));
  return objects.map(({ object, at }) => ({ object, name: last, ...placeOf([...at, last]) }));
}

function objectsIn(value: unknown, at: string[]): { object: Record<string, unknown>; at: string[] }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...at, String(index)]));
  return isRecord(value) ? [{ object: value, at }] : [];
}

const placeOf = (at: string[]) => ({ field: at.join('.'), pointer: at.map((part) => `/${part}`).join('') });

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
  unindexedFields: string[];
  change: (document: mongo.Document) => RecordChange;
}

/**
 * Iterates over a collection in batches by id. Changes, values set aside and progress of a batch are written in one
 * transaction. Memory use is constant.
 */
async function forEachBatch(pass: Pass): Promise<StepNote> {
  const { db, records, report, unindexedFields } = pass;
  const collection = db.collection(records.collection);
  if (!(await collection.findOne({}, { projection: { _id: 1 } }))) return { ...pass.note, isDone: true };
  for (const name of [setAsideCollectionName, stepNotes])
    await db.createCollection(name).catch(ignoreErrorCode(codes.there));
  await dropIndexes(collection, unindexedFields);
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
    report(`  ${note.title}: ${note.recordsRead.toLocaleString('en-US')} records read so far`);
  }
  return note;
}

async function changeBatch({ db, migration, note, ...pass }: Pass, session: mongo.ClientSession): Promise<StepNote> {
  const { records, fields, change } = pass;
  const collection = db.collection(records.collection);
  const filter = note.lastId === undefined ? {} : { _id: { $gt: note.lastId } };
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
  let invalid = 0;
  for (const document of documents) {
    const outcome = change(document);
    invalid += outcome.invalid;
    const update = updateOf(outcome);
    if (update) writes.push({ updateOne: { filter: { _id: document._id }, update } });
    for (const each of outcome.setAside)
      setAsideValues.push({ resource: records.resource, record: document._id, ...each, migration, keptAt: now() });
  }
  if (setAsideValues.length > 0) await db.collection(setAsideCollectionName).insertMany(setAsideValues, { session });
  if (writes.length > 0) await collection.bulkWrite(writes, { session, ordered: false });
  return {
    ...note,
    lastId: documents.at(-1)?._id ?? note.lastId,
    isDone: !isMore,
    recordsRead: note.recordsRead + documents.length,
    changed: note.changed + writes.length,
    valuesSetAside: note.valuesSetAside + setAsideValues.length,
    invalid: note.invalid + invalid,
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

type Convert = (value: unknown, property: Property) => unknown;

const { ObjectId } = mongoose.Types;

/** A date-time with a time zone. Without one it would be ambiguous. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const midnight = 'T00:00:00.000Z';

const text: Convert = (value) => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof ObjectId) return value.toHexString();
  return value instanceof Date ? value.toISOString() : undefined;
};

/** Parses dates as people write them (design 7, "Typed values"). Dates without a year are rejected. */
const day: Convert = (value) => {
  if (typeof value === 'string')
    return parsedValue(parseDate(value, { today: now().toISOString().slice(0, 10), isYearRequired: true }));
  const iso = value instanceof Date ? value.toISOString() : '';
  return iso.endsWith(midnight) ? iso.slice(0, -midnight.length) : undefined;
};

const number: Convert = (value) => {
  const read = typeof value === 'string' ? Number(value) : Number.NaN;
  return String(read) === value && Number.isFinite(read) ? read : undefined;
};

const converters: Record<PropertyKind, Convert> = {
  text,
  longText: text,
  markdown: text,
  email: text,
  phone: text,
  colour: text,
  enum: text,
  date: day,
  number,
  integer: number,
  money: number,
  boolean: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  dateTime: (value) => (typeof value === 'string' && moment.test(value) ? new Date(value) : undefined),
  reference: (value) => (typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? new ObjectId(value) : undefined),
  list: (value, { items = {} }) =>
    Array.isArray(value)
      ? value.map((item) => convertLosslessly(item, items) ?? item)
      : [convertLosslessly(value, items) ?? value],
  object: () => undefined,
  map: () => undefined,
};

/** Converts a value losslessly to another kind of property; undefined when that is impossible. */
export const convertLosslessly: Convert = (value, property) =>
  converters[propertyKindOf(property, 'the new type')](value, property);

/** Converts a JSON value to its stored form: ObjectIds and dates have their own types. */
export function toStoredValue(value: unknown, property: Property): unknown {
  const kind = propertyKindOf(property, 'the value');
  if (kind === 'dateTime' || kind === 'reference') return convertLosslessly(value, property) ?? value;
  if (kind === 'list' && Array.isArray(value)) return value.map((item) => toStoredValue(item, property.items ?? {}));
  if (kind !== 'object' || !isRecord(value)) return value;
  const propertyOf = (name: string) => property.properties?.[name];
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      toStoredValue(each, propertyOf(name) ?? { additionalProperties: true, type: 'object' }),
    ]),
  );
}
