import { createHash } from 'node:crypto';
import { baseProperties, type Resource } from '#schemas/resource/resource.ts';
import { idPattern } from '../../errors/schema-messages.ts';
import { directionOf } from '../../store/model.ts';
import { pathReader } from '../../store/path-reader.ts';
import type { Filter } from '../../store/store.ts';

type Scalar = string | number | boolean | null;

/** Where a page ends: what its last row is sorted by, and its id. */
export interface Cursor {
  values: Scalar[];
  id: string;
}

/** A cursor as `next` answers it: with a digest of it and of its list, so that none goes on in another, nor changed. */
export function cursorText({ values, id }: Cursor, list: string): string {
  return Buffer.from(JSON.stringify([listIdentity([list, values, id]), values, id])).toString('base64url');
}

/** The cursor that a text is of this list, whose rows are sorted by that many fields; undefined for any other text. */
export function readCursor(text: string, list: string, fields: number): Cursor | undefined {
  const parsed = parsedOf(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(parsed) || parsed.length !== 3) return undefined;
  const [of, values, id]: unknown[] = parsed;
  const isOurs = of === listIdentity([list, values, id]) && typeof id === 'string' && hex.test(id);
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

/** What tells one list from all others: where it stands and what it asks, in its order. */
export function listIdentity(asked: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16);
}

/** The cursor behind a record, which must hold the fields that it is sorted by. */
export function cursorBehind(record: object & { id: string }, sort: string[]): Cursor {
  const values = sort.map((each) => pathReader(directionOf(each)[0].split('.'))(record));
  return { values: values.map((value) => (isScalar(value) ? value : null)), id: record.id };
}

/** The condition for the rows that come after a cursor in that order. */
export function followingFilter(resource: Resource, sort: string[], { values, id }: Cursor): Filter {
  const parts = sort.map(directionOf);
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

/** The types of free values in MongoDB's order. */
const types = ['number', 'string', 'object', 'array', 'bool', 'date'] as const;

/** What sorts behind a value of a field. Nothing stands before everything, and comparisons stay within one type. */
function beyondValue(name: string, direction: 1 | -1, value: Scalar): Filter[] {
  const field = stored(name);
  if (value === null) return direction > 0 ? [{ [field]: { $ne: null } }] : [];
  // Only what stands in a free map may be of several types.
  const rank = types.findIndex((type) => type === (typeof value === 'boolean' ? 'bool' : typeof value));
  const others = name.includes('.') ? (direction > 0 ? types.slice(rank + 1) : types.slice(0, rank)) : [];
  return [
    { [field]: direction > 0 ? { $gt: value } : { $lt: value } },
    ...(others.length > 0 ? [{ [field]: { $type: others } }] : []),
    ...(direction < 0 ? [{ [field]: null }] : []),
  ];
}

/** Said once more for all branches, so that the index of the first field is read from there on: where it is never empty. */
function boundOf({ fields }: Resource, first: [string, 1 | -1] | undefined, value: Scalar | undefined): Filter | null {
  if (!first || value === null || value === undefined) return null;
  const [name, direction] = first;
  const isSure = Object.hasOwn(baseProperties, name) || fields.some((field) => field.name === name && field.isRequired);
  return isSure ? { [stored(name)]: direction > 0 ? { $gte: value } : { $lte: value } } : null;
}
