import type { Model } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { StoredDocument } from './model.ts';

/**
 * Makes the function that turns a filter into one of the database's own types, as Mongoose does by the model's schema: texts
 * become ids and dates. It throws on a field that the schema does not have.
 */
export function casting(documents: Model<StoredDocument>): (filter: StoredDocument) => StoredDocument {
  const query = documents.find();
  // A copy, for Mongoose casts in place: the conditions of a person's rights are in many filters.
  return (filter) => query.cast(documents, copyOf(filter));
}

const copyOf = (filter: StoredDocument): StoredDocument =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, copied(value)]));

/** Lists and plain objects anew; ids, dates and patterns are values. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype ? copyOf(value) : value;
}
