import mongoose from 'mongoose';
import { copyOfValue } from '#schemas/forms/copy-of.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { coveredFields, indexesOf } from '#schemas/resource/indexes.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { baseProperties, type Resource } from '#schemas/resource/resource.ts';
import { copiedProperties } from '#schemas/resource/search.ts';
import { now } from '../../platform/clock/clock.ts';
import type { StoredDocument } from './model.ts';
import { type Conversion, identity, unchangedKinds } from './reader.ts';
import { sealedForm, sealWhole } from './sealing.ts';

/** Converts an API value of each kind to its stored form; the inverse of the reader's table. */
const writers = {
  ...unchangedKinds,
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
} satisfies Record<PropertyKind, (property: Property, path: string) => Conversion>;

/** How a map with secrets is stored: values that were decrypted on read are stored encrypted again. */
function sealedWrite(property: Property): Conversion | undefined {
  const mode = property['x-sealed'];
  if (mode === 'whole') return sealWhole;
  return mode && ((value) => (typeof value === 'object' && value !== null ? sealedForm(value) : value));
}

const writerOf = (property: Property, path: string): Conversion =>
  writers[propertyKindOf(property, path)](property, path);

/** Converts records of one resource to documents for the driver, without the cost of Mongoose documents. */
export interface RecordWriter {
  /**
   * Converts a whole record to a document with ids, dates and defaults as in the model. createdAt and updatedAt default
   * to now. `derived` are fields in their stored form: copied names and search words. Throws for a field of the record
   * that the schema does not have.
   */
  document(record: StoredDocument, derived?: StoredDocument): StoredDocument;
  /**
   * Converts some fields of a record, leaving out those that are undefined. Throws for a field that the schema does not
   * have.
   */
  fields(changes: StoredDocument): StoredDocument;
}

/**
 * Creates the writer for a resource. The fields that lists filter and sort by come first: MongoDB walks through the
 * fields of a document to find one, so that a filter on late fields takes half as long again (`npm run bench`).
 */
export function recordWriter(resource: Resource): RecordWriter {
  const { schema, name, columns } = resource;
  const properties = { ...baseProperties, ...schema.properties };
  const { fields, defaults } = objectWriters(properties, name);
  const indexed = indexesOf(resource).flatMap((index) => [...index, ...coveredFields(resource, index)]);
  const copies = copiedProperties(resource).map(([copy]) => copy);
  const early = [...new Set([...indexed.map((each) => each.replace(/^-/, '')), ...columns, ...copies])];
  return {
    document: (record, derived) => {
      const time = now();
      const values = record.id === undefined ? record : withoutId(record);
      const written = defaults(values, { createdAt: time, updatedAt: time, revision: 1 });
      Object.assign(fields(values, written), derived);
      const document: StoredDocument = { _id: objectIdOf(record) };
      for (const each of early) if (written[each] !== undefined) document[each] = written[each];
      return Object.assign(document, written);
    },
    fields,
  };
}

const objectIdOf = ({ id }: StoredDocument) =>
  typeof id === 'string' ? mongoose.Types.ObjectId.createFromHexString(id) : new mongoose.Types.ObjectId();

const withoutId = ({ id: _, ...record }: StoredDocument): StoredDocument => record;

function objectWriter(properties: Record<string, Property>, path: string): (record: StoredDocument) => StoredDocument {
  const { fields, defaults, isDefaulted } = objectWriters(properties, path);
  return (record) => fields(record, isDefaulted ? defaults(record, {}) : {});
}

/** Writers for the present fields of an object and for the defaults of the missing ones. Both write into `document`. */
function objectWriters(properties: Record<string, Property>, path: string) {
  const known = new Map(Object.entries(properties).map(([name, each]) => [name, writerOf(each, `${path}/${name}`)]));
  const defaulted = Object.entries(properties).filter(
    ([, each]) => each.default !== undefined && (each.default !== null || isNullable(each)),
  );
  return {
    isDefaulted: defaulted.length > 0,
    defaults(record: StoredDocument, document: StoredDocument): StoredDocument {
      for (const [name, each] of defaulted) {
        if (record[name] === undefined) document[name] = copyOfValue(each.default);
      }
      return document;
    },
    fields(record: StoredDocument, document: StoredDocument = {}): StoredDocument {
      // Iterate over names: an import writes a million records, and entries would allocate an array for each field.
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
