import { createHash } from 'node:crypto';
import { baseProperties, type Resource } from '#schemas/resource/resource.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { parseSortField } from '../../store/model.ts';
import { pathReader } from '../../store/reader.ts';
import type { Filter } from '../../store/store.ts';

type Scalar = string | number | boolean | null;

/** Cursor of keyset pagination: the sort values and the id of a page's last row. */
export interface Cursor {
  values: Scalar[];
  id: string;
}

/**
 * Encodes a cursor for `next`, with a digest of cursor and list, so that it cannot be changed or used for another list.
 */
export function encodeCursor({ values, id }: Cursor, list: string): string {
  return Buffer.from(JSON.stringify([listDigest([list, values, id]), values, id])).toString('base64url');
}

/** Decodes a cursor of this list, which sorts by that many fields. Returns undefined for an invalid text. */
export function decodeCursor(text: string, list: string, fields: number): Cursor | undefined {
  const parsed = parsedOf(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(parsed) || parsed.length !== 3) return undefined;
  const [of, values, id]: unknown[] = parsed;
  const isOurs = of === listDigest([list, values, id]) && typeof id === 'string' && hex.test(id);
  return isOurs && Array.isArray(values) && values.length === fields && values.every(isScalar)
    ? { values, id }
    : undefined;
}

const hex = new RegExp(idPattern);
const isScalar = (value: unknown): value is Scalar => value === null || !['object', 'undefined'].includes(typeof value);

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Digest that identifies a list: its URL and its query. */
export function listDigest(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

/** The cursor after a record, which must contain the sort fields. */
export function cursorAfter(record: object & { id: string }, sort: string[]): Cursor {
  const values = sort.map((each) => pathReader(parseSortField(each)[0].split('.'))(record));
  return { values: values.map((value) => (isScalar(value) ? value : null)), id: record.id };
}

/** The filter for the rows after a cursor in this sort order. */
export function afterCursorFilter(resource: Resource, sort: string[], { values, id }: Cursor): Filter {
  const parts = sort.map(parseSortField);
  const branches: Filter[] = [];
  const equal: Filter[] = [];
  for (const [index, [name, direction]] of parts.entries()) {
    const value = values[index] ?? null;
    for (const beyond of beyondValue(name, direction, value)) branches.push({ $and: [...equal, beyond] });
    equal.push({ [stored(name)]: value });
  }
  const [, last] = parts.at(-1) ?? ['', 1];
  branches.push({ $and: [...equal, { _id: last > 0 ? { $gt: id } : { $lt: id } }] });
  const bound = boundOf(resource, parts[0], values[0]);
  return bound ? { $and: [bound, { $or: branches }] } : { $or: branches };
}

const stored = (name: string) => (name === 'id' ? '_id' : name);

/** BSON types of free-form values in MongoDB's sort order. */
const types = ['number', 'string', 'object', 'array', 'bool', 'date'] as const;

/**
 * Conditions for what sorts after a value of a field. Null sorts first, and comparisons match only values of the same
 * type.
 */
function beyondValue(name: string, direction: 1 | -1, value: Scalar): Filter[] {
  const field = stored(name);
  if (value === null) return direction > 0 ? [{ [field]: { $ne: null } }] : [];
  // Only values in a free-form map can have several types.
  const rank = types.findIndex((type) => type === (typeof value === 'boolean' ? 'bool' : typeof value));
  const others = name.includes('.') ? (direction > 0 ? types.slice(rank + 1) : types.slice(0, rank)) : [];
  return [
    { [field]: direction > 0 ? { $gt: value } : { $lt: value } },
    ...(others.length > 0 ? [{ [field]: { $type: others } }] : []),
    ...(direction < 0 ? [{ [field]: null }] : []),
  ];
}

/**
 * Repeats the condition on the first sort field outside of `$or`, so that the index scan starts there. Only for fields
 * that are never empty.
 */
function boundOf({ fields }: Resource, first: [string, 1 | -1] | undefined, value: Scalar | undefined): Filter | null {
  if (!first || value === null || value === undefined) return null;
  const [name, direction] = first;
  const isSure = Object.hasOwn(baseProperties, name) || fields.some((field) => field.name === name && field.isRequired);
  return isSure ? { [stored(name)]: direction > 0 ? { $gte: value } : { $lte: value } } : null;
}
