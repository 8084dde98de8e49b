import mongoose from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { parseDate } from '#schemas/typed-values/parse-date.ts';
import { parsedValue } from '#schemas/typed-values/parsed.ts';
import { now } from '../../../platform/clock/clock.ts';

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
