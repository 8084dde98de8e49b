import mongoose from 'mongoose';
import { copyOfValue } from '#schemas/forms/copy-of.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable, type Kind, kindOf } from '#schemas/resource/kind.ts';
import { baseProperties, type Resource } from '#schemas/resource/resource.ts';
import { now } from '../clock/clock.ts';
import type { StoredDocument } from './model.ts';
import { asStored, sealWhole } from './sealing.ts';

type Write = (value: unknown) => unknown;

const identity: Write = (value) => value;

/** How what the API speaks becomes what is stored: the reader's table turned round. */
const writers = {
  text: () => identity,
  longText: () => identity,
  markdown: () => identity,
  email: () => identity,
  date: () => identity,
  phone: () => identity,
  colour: () => identity,
  money: () => identity,
  number: () => identity,
  integer: () => identity,
  boolean: () => identity,
  enum: () => identity,
  map: (property) => sealedWrite(property) ?? identity,
  dateTime: () => (value) => (typeof value === 'string' ? new Date(value) : value),
  reference: () => (value) => (typeof value === 'string' ? mongoose.Types.ObjectId.createFromHexString(value) : value),
  list: (property, path) => {
    const write = writerOf(property.items ?? {}, `${path}/items`);
    return write === identity ? identity : (value) => (Array.isArray(value) ? value.map(write) : value);
  },
  object: (property, path) => {
    const write = objectWriter(property.properties ?? {}, path);
    return (value) => (isRecord(value) ? write(value) : value);
  },
} satisfies Record<Kind, (property: Property, path: string) => Write>;

/** How a map that holds secrets is stored: what was read open is sealed again. */
function sealedWrite(property: Property): Write | undefined {
  const mode = property['x-sealed'];
  if (mode === 'whole') return sealWhole;
  return mode && ((value) => (typeof value === 'object' && value !== null ? asStored(value) : value));
}

const writerOf = (property: Property, path: string): Write => writers[kindOf(property, path)](property, path);

/** Writes the records of one resource for the driver, without the work that Mongoose does for each. */
export interface RecordWriter {
  /**
   * A whole record as a document: ids, dates and defaults as the model has them; createdAt and updatedAt are now where they
   * are not given. Throws for a field that the schema does not have.
   */
  document(record: StoredDocument): StoredDocument;
  /** Some fields of one, without those that are undefined. Throws for a field that the schema does not have. */
  fields(changes: StoredDocument): StoredDocument;
}

/** Makes what writes the records of a resource. */
export function recordWriter({ schema, name }: Resource): RecordWriter {
  const properties = { ...baseProperties, ...schema.properties };
  const { fields, defaults } = objectWriters(properties, name);
  return {
    document: ({ id, ...record }) => {
      const time = now();
      const _id =
        typeof id === 'string' ? mongoose.Types.ObjectId.createFromHexString(id) : new mongoose.Types.ObjectId();
      return { _id, revision: 1, createdAt: time, updatedAt: time, ...defaults(record), ...fields(record) };
    },
    fields,
  };
}

function objectWriter(properties: Record<string, Property>, path: string): (record: StoredDocument) => StoredDocument {
  const { fields, defaults, isDefaulted } = objectWriters(properties, path);
  return isDefaulted ? (record) => ({ ...defaults(record), ...fields(record) }) : fields;
}

/** What writes the fields that an object has, and the defaults of those that it lacks. */
function objectWriters(properties: Record<string, Property>, path: string) {
  const known = new Map(Object.entries(properties).map(([name, each]) => [name, writerOf(each, `${path}/${name}`)]));
  const defaulted = Object.entries(properties).filter(
    ([, each]) => each.default !== undefined && (each.default !== null || isNullable(each)),
  );
  return {
    isDefaulted: defaulted.length > 0,
    defaults(record: StoredDocument): StoredDocument {
      const document: StoredDocument = {};
      for (const [name, each] of defaulted) {
        if (record[name] === undefined) document[name] = copyOfValue(each.default);
      }
      return document;
    },
    fields(record: StoredDocument): StoredDocument {
      const document: StoredDocument = {};
      // By name: an import writes a million of them, and pairs would be one more array for each.
      for (const name of Object.keys(record)) {
        const value = record[name];
        const write = known.get(name);
        if (!write) throw new Error(`${path} has no field ${name}`);
        if (value !== undefined) document[name] = write(value);
      }
      return document;
    },
  };
}
