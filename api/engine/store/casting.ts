import type { Model } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { StoredDocument } from './model.ts';

/**
 * Returns a function that casts a filter to the database's types (strings to ObjectIds and dates), as Mongoose does
 * from the model's schema. It throws for a field that the schema does not have.
 */
export function filterCaster(documents: Model<StoredDocument>): (filter: StoredDocument) => StoredDocument {
  const query = documents.find();
  // Mongoose casts in place, and access conditions are shared by many filters, so cast a copy.
  return (filter) => query.cast(documents, copyOf(filter));
}

const copyOf = (filter: StoredDocument): StoredDocument =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, copied(value)]));

/** Deep copy of arrays and plain objects. ObjectIds, dates and regular expressions are values. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype ? copyOf(value) : value;
}
