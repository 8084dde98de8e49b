import { copyOfValue } from '#schemas/forms/copy-of.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import type { StoredDocument } from './model.ts';
import { openSealed, openWhole, redactSealed } from './sealing.ts';

/** Converts a value between its stored form and its form in the API. */
export type Conversion = (value: unknown) => unknown;

/** The conversion of values that are stored as the API has them. */
export const identity: Conversion = (value) => value;

const unchanged = () => identity;

/** The kinds of properties whose values are stored as the API has them. The tables of the reader and writer have the rest. */
export const unchangedKinds = {
  text: unchanged,
  longText: unchanged,
  markdown: unchanged,
  email: unchanged,
  date: unchanged,
  phone: unchanged,
  colour: unchanged,
  money: unchanged,
  number: unchanged,
  integer: unchanged,
  boolean: unchanged,
  enum: unchanged,
} satisfies Partial<Record<PropertyKind, () => Conversion>>;

/** Converts a stored value of each kind to its API form: ObjectIds to hex strings, dates to ISO strings. */
const readers = {
  ...unchangedKinds,
  map: () => identity,
  dateTime: () => (value) => (value instanceof Date ? value.toISOString() : value),
  reference: () => (value) => (value === null || value === undefined ? value : String(value)),
  list: (property, path) => {
    const read = readerOf(property.items ?? {}, `${path}/items`);
    return read === identity ? identity : (value) => (Array.isArray(value) ? value.map(read) : value);
  },
  object: (property, path) => {
    const read = objectReader(property.properties ?? {}, path);
    return (value) => (value !== null && typeof value === 'object' ? read({ ...value }) : value);
  },
} satisfies Record<PropertyKind, (property: Property, path: string) => Conversion>;

const readerOf = (property: Property, path: string): Conversion =>
  readers[propertyKindOf(property, path)](property, path);

/**
 * Returns a function that converts a lean document to a record, with only the fields of the schema (design 3: the
 * schema is the allow-list). With `isWhole`, fields that an older document lacks get the schema's defaults.
 */
export function recordReader({
  schema,
  fields,
}: Resource): (document: StoredDocument, isWhole: boolean) => StoredDocument {
  const read = objectReader(Object.fromEntries(fields.map(({ name, property }) => [name, property])), schema.title);
  const defaults = fields
    .filter(({ property }) => property.default !== undefined)
    .map(({ name, property }) => [name, property.default] as const);
  const sealed = fields.filter(({ property }) => property['x-sealed']);
  return (document, isWhole) => {
    const record = read(document, { id: String(document._id) });
    for (const { name, property } of sealed) {
      const value = record[name];
      if (value !== undefined) record[name] = unsealed(property, value, isWhole);
    }
    if (isWhole)
      for (const [name, value] of defaults) if (record[name] === undefined) record[name] = copyOfValue(value);
    return record;
  };
}

/** Decrypts sealed values in whole records only: a list never contains secrets (design 7). */
function unsealed(property: Property, value: unknown, isWhole: boolean): unknown {
  if (!isWhole) return redactSealed(value);
  return property['x-sealed'] === 'whole' ? openWhole(value) : openSealed(value);
}

/** Returns a function that reads the properties of an object, into `record` if given. */
function objectReader(
  properties: Record<string, Property>,
  path: string,
): (document: StoredDocument, record?: StoredDocument) => StoredDocument {
  const entries = Object.entries(properties).map(
    ([name, property]) => [name, readerOf(property, `${path}/${name}`)] as const,
  );
  return (document, record = {}) => {
    for (const [name, read] of entries) {
      const value = document[name];
      if (value !== undefined) record[name] = read(value);
    }
    return record;
  };
}

type Read = (holder: unknown) => unknown;

/**
 * Returns a function that reads the value at a path of a record. A list on the path yields the values of all its items.
 */
export function pathReader([name, ...rest]: string[]): Read {
  if (name === undefined) return (value) => value;
  const below = rest.length > 0 ? pathReader(rest) : undefined;
  return (holder) => {
    if (holder === null || typeof holder !== 'object' || !Object.hasOwn(holder, name)) return undefined;
    const value: unknown = Reflect.get(holder, name);
    if (!below) return value;
    return Array.isArray(value) ? value.flatMap((item: unknown) => below(item) ?? []) : below(value);
  };
}
