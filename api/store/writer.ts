import mongoose from 'mongoose';
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
    return (value) => (value !== null && typeof value === 'object' ? write({ ...value }) : value);
  },
} satisfies Record<Kind, (property: Property, path: string) => Write>;

/** How a map that holds secrets is stored: what was read open is sealed again. */
export function sealedWrite(property: Property): Write | undefined {
  const mode = property['x-sealed'];
  if (mode === 'whole') return sealWhole;
  return mode && ((value) => (typeof value === 'object' && value !== null ? asStored(value) : value));
}

const writerOf = (property: Property, path: string): Write => writers[kindOf(property, path)](property, path);

/**
 * Makes the function that turns a record into a document for the driver, for many at once: without the work that Mongoose
 * does for each. Ids, dates and defaults as the model has them; createdAt and updatedAt are now where they are not given.
 * Throws for a field that the schema does not have.
 */
export function recordWriter({ schema, name }: Resource): (record: StoredDocument) => StoredDocument {
  const write = objectWriter({ ...baseProperties, ...schema.properties }, name);
  return ({ id, ...record }) => {
    const time = now();
    const _id =
      typeof id === 'string' ? mongoose.Types.ObjectId.createFromHexString(id) : new mongoose.Types.ObjectId();
    return { _id, revision: 1, createdAt: time, updatedAt: time, ...write(record) };
  };
}

function objectWriter(properties: Record<string, Property>, path: string): (record: StoredDocument) => StoredDocument {
  const known = new Map(Object.entries(properties).map(([name, each]) => [name, writerOf(each, `${path}/${name}`)]));
  const defaults = Object.entries(properties).filter(
    ([, each]) => each.default !== undefined && (each.default !== null || isNullable(each)),
  );
  return (record) => {
    const document: StoredDocument = {};
    for (const [name, each] of defaults) {
      if (record[name] === undefined) document[name] = structuredClone(each.default);
    }
    for (const [name, value] of Object.entries(record)) {
      const write = known.get(name);
      if (!write) throw new Error(`${path} has no field ${name}`);
      if (value !== undefined) document[name] = write(value);
    }
    return document;
  };
}
