import { isEqual } from '../forms/is-equal.ts';
import type { Property } from '../generated/vocabulary.ts';
import { isNullable, typeOf } from '../resource/kind.ts';
import type { ReleasedResource, Resources } from './released.ts';

/**
 * The location of a property. `path` is its dotted name, which goes through lists; its parents have their new names.
 */
export interface PropertyLocation {
  resource: string;
  collection: string;
  path: string;
}

/** One difference between two states of the schemas that affects stored records. */
export type SchemaChange =
  | { kind: 'came'; resource: string }
  | { kind: 'gone'; resource: string; collection: string }
  | { kind: 'moved'; resource: string; from: string; collection: string }
  /** The search words or the copied texts of its records change. */
  | { kind: 'searched'; resource: string; collection: string; isNeeded: boolean }
  | (PropertyLocation & { kind: 'added'; property: Property })
  | (PropertyLocation & { kind: 'removed'; property: Property })
  | (PropertyLocation & { kind: 'renamed'; to: string })
  /**
   * A record may lack a required value. It gets `fallback`, the default that was used on read until now, or a value
   * that somebody provides.
   */
  | (PropertyLocation & { kind: 'lacking'; property: Property; fallback?: unknown; isNeeded: boolean })
  /** Stored values may be invalid now. */
  | (PropertyLocation & { kind: 'narrowed'; property: Property; why: string[]; isRequired: boolean })
  /** A change that no step can migrate. */
  | (PropertyLocation & { kind: 'byHand'; why: string });

/** Renames by their old location: `Vendor.notes` -> `remarks`, `Vendor` -> `Supplier`. */
export type Renames = Readonly<Record<string, string>>;

/** `Vendor.contacts.email`, or `Vendor` for the resource itself. */
export const locationOf = (change: { resource: string; path?: string }): string =>
  change.path ? `${change.resource}.${change.path}` : change.resource;

/** Diffs the released schemas and the current ones. Only what `renamed` lists counts as renamed. */
export function compareSchemas(before: Resources, after: Resources, renamed: Renames = {}): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const nameOf = (title: string) => (after[title] ? title : (renamed[title] ?? title));
  for (const [title, was] of Object.entries(before)) {
    const resource = nameOf(title);
    const is = after[resource];
    if (!is) changes.push({ kind: 'gone', resource: title, collection: was.collection });
    else {
      const { collection } = is;
      if (was.collection !== collection) changes.push({ kind: 'moved', resource, from: was.collection, collection });
      const found = compareObjects(was, is, { resource, collection, path: '', renamed, nameOf, isRecord: true });
      if (immutable.has(resource)) changes.push(...found.flatMap(neverChanged));
      else changes.push(...found, ...searched(was, is, { resource, collection, renamed, found }));
    }
  }
  const known = new Set(Object.keys(before).map(nameOf));
  for (const resource of Object.keys(after)) if (!known.has(resource)) changes.push({ kind: 'came', resource });
  return changes;
}

/** Resources whose records are immutable: the audit log is a hash chain, which any change of an entry breaks. */
const immutable: ReadonlySet<string> = new Set(['AuditEntry']);

function neverChanged(change: SchemaChange): SchemaChange[] {
  if (!('path' in change) || change.kind === 'added') return [change];
  if (change.kind === 'lacking' && !change.isNeeded) return [];
  const { resource, collection, path } = change;
  return [{ kind: 'byHand', resource, collection, path, why: 'its entries are sealed and must never change' }];
}

interface SearchComparison {
  resource: string;
  collection: string;
  renamed: Renames;
  /** The other changes of the resource. */
  found: readonly SchemaChange[];
}

/**
 * Whether search words or copies must be rebuilt. A new text is empty in all records, and a renamed one has the same
 * words, so both need nothing.
 */
function searched(
  was: ReleasedResource,
  is: ReleasedResource,
  { resource, collection, renamed, found }: SearchComparison,
): SchemaChange[] {
  const nameOf = (path: string) =>
    path.replace(/^[^.]+/, (name) => (is.properties[name] ? name : (renamed[`${resource}.${name}`] ?? name)));
  const before = new Set(was.search.map(nameOf));
  const known = new Set(Object.keys(was.properties).map(nameOf));
  const addedPaths = is.search.filter((path) => !before.has(path) && known.has(path.replace(/\..*/, '')));
  const removedPaths = [...before].filter((path) => !is.search.includes(path));
  const isNeeded = addedPaths.length + removedPaths.length > 0 || hasOtherCopies(was, is);
  const hasOtherTexts = found.some(
    (each) => (each.kind === 'narrowed' || each.kind === 'lacking') && is.search.includes(each.path),
  );
  return isNeeded || hasOtherTexts ? [{ kind: 'searched', resource, collection, isNeeded }] : [];
}

/** Whether a property is a new copy, or copies another text. */
const hasOtherCopies = (was: ReleasedResource, is: ReleasedResource): boolean =>
  Object.entries(is.properties).some(([name, { 'x-copy': path }]) => path && path !== was.properties[name]?.['x-copy']);

interface Context extends PropertyLocation {
  renamed: Renames;
  nameOf: (title: string) => string;
  /** Whether the object is the record itself, not an object in it. */
  isRecord: boolean;
}

type Properties = Pick<ReleasedResource, 'properties' | 'required'>;

function compareObjects(was: Properties, is: Properties, where: Context): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const found = new Set<string>();
  for (const [name, property] of Object.entries(was.properties)) {
    const here = below(where, name);
    const renamed = where.renamed[locationOf(here)];
    const isRenamed = !is.properties[name] && renamed !== undefined && !was.properties[renamed];
    const to = isRenamed ? renamed : name;
    const next = is.properties[to];
    if (!next || found.has(to)) changes.push({ kind: 'removed', ...here, property });
    else {
      found.add(to);
      if (isRenamed) changes.push({ kind: 'renamed', ...here, to });
      const there = { ...below(where, to), renamed: where.renamed, nameOf: where.nameOf, isRecord: where.isRecord };
      const both = { before: property, wasRequired: was.required.includes(name), isRequired: is.required.includes(to) };
      changes.push(...compareProperties({ ...both, after: next }, there));
    }
  }
  for (const [name, property] of Object.entries(is.properties))
    if (!found.has(name)) {
      const here = below(where, name);
      changes.push({ kind: 'added', ...here, property });
      if (is.required.includes(name)) changes.push(...lacking(property, { ...where, ...here }));
    }
  return changes;
}

const below = ({ resource, collection, path }: PropertyLocation, name: string): PropertyLocation => ({
  resource,
  collection,
  path: path === '' ? name : `${path}.${name}`,
});

interface Both {
  before: Property;
  after: Property;
  wasRequired: boolean;
  isRequired: boolean;
}

function compareProperties(both: Both, where: Context): SchemaChange[] {
  const { before, after, wasRequired, isRequired } = both;
  const { resource, collection, path } = where;
  const here = { resource, collection, path };
  const why = byHand(before, after, where.nameOf);
  if (why !== undefined) return [{ kind: 'byHand', ...here, why }];
  const changes: SchemaChange[] = [];
  const readAs = defaultOf(before);
  if (readAs !== undefined && !isEqual(readAs, after.default) && !(readAs === null && !isNullable(after)))
    changes.push({ kind: 'lacking', ...here, property: after, fallback: readAs, isNeeded: true });
  else if (isRequired && !wasRequired) changes.push(...lacking(after, where));
  const { objects, why: within } = inside(before, after);
  if (objects) changes.push(...compareObjects(...objects, { ...where, isRecord: false }));
  const narrower = [...new Set([...narrowings(before, after), ...within])];
  if (narrower.length > 0) changes.push({ kind: 'narrowed', ...here, property: after, why: narrower, isRequired });
  return changes;
}

interface NestedComparison {
  /** The objects with named properties on both sides, as value or as items of a list. */
  objects?: [Properties, Properties];
  /** Why items of a list may be invalid. */
  why: string[];
}

function inside(before: Property, after: Property): NestedComparison {
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  if (was && is) return { objects: [was, is], why: [] };
  if (typeOf(before) !== 'array' || typeOf(after) !== 'array' || !before.items || !after.items) return { why: [] };
  const { why, ...objects } = inside(before.items, after.items);
  return { ...objects, why: [...narrowings(before.items, after.items), ...why].map((each) => `items: ${each}`) };
}

function propertiesOf({ properties, required = [], additionalProperties }: Property): Properties | undefined {
  return properties && additionalProperties !== true ? { properties, required } : undefined;
}

/** The default that is applied on read (`api/engine/store/model.ts`). */
const defaultOf = (property: Property): unknown =>
  property.default === null && !isNullable(property) ? undefined : property.default;

/** A property that became required. Records with a default are read as that and are valid already. */
function lacking(property: Property, { resource, collection, path, isRecord }: Context): SchemaChange[] {
  if (isRecord && property.writeOnly) return [];
  const fallback = defaultOf(property);
  const here = { resource, collection, path, property };
  if (fallback === undefined) return [{ kind: 'lacking', ...here, isNeeded: true }];
  return [{ kind: 'lacking', ...here, fallback, isNeeded: !isRecord }];
}

function byHand(before: Property, after: Property, nameOf: (title: string) => string): string | undefined {
  if (before['x-sealed'] !== after['x-sealed'])
    return `x-sealed was ${before['x-sealed'] ?? 'absent'} and is now ${after['x-sealed'] ?? 'absent'}: stored secrets would be read differently`;
  const [was, is] = [before['x-ref'], after['x-ref']];
  if (was && is && nameOf(was) !== is)
    return `it referred to ${was} and now refers to ${is}, which no step can convert`;
  return before.items && after.items ? byHand(before.items, after.items, nameOf) : undefined;
}

/** The type of a property in the database. MongoDB has types for dates and ids that JSON lacks. */
export function storedTypeOf(property: Property): string {
  if (property['x-ref']) return 'reference';
  if (property.format === 'date-time') return 'date-time';
  const type = typeOf(property) ?? 'nothing';
  return type === 'array' ? `array of ${storedTypeOf(property.items ?? {})}` : type;
}

/** Whether both properties have the same type, so that one may have been renamed to the other. */
export function hasSameType(before: Property, after: Property): boolean {
  const types = [before, after].map((each) => storedTypeOf(each).replace('integer', 'number'));
  return types[0] === types[1] && before['x-ref'] === after['x-ref'];
}

/** Returns why values that were valid may now be invalid, or undefined. */
type Check = (before: Property, after: Property) => string | undefined;

/** Upper bounds: a lower value is stricter. */
const upperBounds = ['maxLength', 'maximum', 'maxItems'] as const;
/** Lower bounds: a higher value is stricter. */
const lowerBounds = ['minLength', 'minimum', 'minItems'] as const;

const checks: Check[] = [
  (before, after) => {
    const [was, is] = [storedTypeOf(before), storedTypeOf(after)];
    const isWider = was === is || (was === 'integer' && is === 'number');
    return isWider ? undefined : `${is} instead of ${was}`;
  },
  (before, after) => (isNullable(before) && !isNullable(after) ? 'never null' : undefined),
  (before, after) => {
    if (!after.enum) return undefined;
    if (!before.enum) return `one of ${after.enum.join(', ')}`;
    const removedValues = before.enum.filter((value) => !after.enum?.some((each) => isEqual(each, value)));
    return removedValues.length > 0 ? `without ${removedValues.join(', ')}` : undefined;
  },
  ...upperBounds.map(bound((is, was) => is < was)),
  ...lowerBounds.map(bound((is, was) => is > was)),
  ({ pattern: was }, { pattern: is }) =>
    is === undefined || was === is ? undefined : `pattern ${is}${was === undefined ? '' : ` instead of ${was}`}`,
  // `date-time` is a database type of its own, which the type check above handles.
  ({ format: was }, { format: is }) =>
    is === undefined || was === is || is === 'date-time' ? undefined : `format ${is}${was ? ` instead of ${was}` : ''}`,
  (before, after) => (after.uniqueItems && !before.uniqueItems ? 'unique items' : undefined),
  (before, after) => (hasFreeKeys(before) && !hasFreeKeys(after) ? 'only known properties' : undefined),
];

function bound(isNarrower: (is: number, was: number) => boolean) {
  return (word: (typeof upperBounds)[number] | (typeof lowerBounds)[number]): Check =>
    (before, after) => {
      const [was, is] = [before[word], after[word]];
      if (is === undefined || (was !== undefined && !isNarrower(is, was))) return undefined;
      return was === is ? undefined : `${word} ${is}${was === undefined ? '' : ` instead of ${was}`}`;
    };
}

const hasFreeKeys = (property: Property) =>
  typeOf(property) === 'object' && (property.additionalProperties === true || !property.properties);

/**
 * Why values that were valid for `before` may be invalid for `after`, without looking into lists and objects; empty if
 * all stay valid.
 */
const narrowings = (before: Property, after: Property): string[] =>
  checks.flatMap((check) => check(before, after) ?? []);
