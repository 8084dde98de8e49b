import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { propertyKindOf } from './kind.ts';
import { isPart, type Resource, scalarKinds, treeReferenceOf } from './resource.ts';
import { referencedFields } from './search.ts';

type Grants = NonNullable<ResourceVocabulary['x-access']>[keyof NonNullable<ResourceVocabulary['x-access']>];
type Grant = NonNullable<Grants extends infer Each ? (Each extends readonly (infer Item)[] ? Item : Each) : never>;
export type Scope = Grant['scope'];

/**
 * The properties that the database condition of each scope of x-access needs; `owner` stands for the one named by
 * x-store.owner.
 */
export const scopeProperties = {
  all: [],
  tree: ['treeScope'],
  shownInTree: ['treeScope', 'hidden'],
  own: ['owner'],
  ownInTree: ['owner', 'treeScope'],
  line: ['treeScope', 'entityId'],
  guild: ['guild'],
  notAdmins: ['roles'],
  self: [],
  channelForms: ['offeredIn', 'offeredBy'],
  openProducts: ['openTo', 'closedTo'],
  guildItself: [],
  managedEntities: ['entity'],
} satisfies Record<Scope, string[]>;

/**
 * The database indexes of each resource, and from them the sort orders and filters that its lists support for every
 * role (design 3). MongoDB can sort by an index only if the fields before the sorted ones have one value each, and
 * which fields those are differs by role.
 */

/**
 * The fields of the database condition of each scope of `x-access`, one per alternative; empty if an index would not
 * help because the scope selects very few or most records.
 */
const scopeFields = {
  all: [],
  tree: ['treeScope'],
  shownInTree: ['treeScope'],
  own: ['owner'],
  ownInTree: ['owner'],
  line: ['treeScope', 'entityId'],
  guild: ['guild'],
  notAdmins: [],
  self: [],
  channelForms: [],
  openProducts: [],
  guildItself: [],
  managedEntities: [],
} satisfies Record<Scope, string[]>;

/**
 * The index prefixes that lists need: the fields that have one value each in a list. None for an ADMIN, `treeScope` for
 * people who read their tree, the parent's field for the list of a parent.
 */
function narrowings({ nested, operations, owner, schema }: Resource): string[][] {
  const below = nested ? [[nested.field]] : [];
  if (!operations.includes('list')) return below;
  const grants: Grant[] = Object.values(schema['x-access'] ?? {}).flat();
  const reading = grants.filter(({ actions }) => actions.includes('read'));
  const names = reading.flatMap(({ scope }) => scopeFields[scope]).map((name) => (name === 'owner' ? owner : name));
  const known = [...new Set(names)].filter((name) => Object.hasOwn(schema.properties, name));
  return [[], ...known.map((name) => [name]), ...below];
}

/**
 * The database indexes of a resource: those that its schema declares, plus automatic ones if missing: for the default
 * sort, creation time (unless a declared index covers it), each filter of the back-office, the reference for the tree,
 * and each reference that a search or a copy goes through. A schema without declared indexes also gets one per column.
 */
export function indexesOf(resource: Resource): string[][] {
  const known = indexCache.get(resource.schema) ?? buildIndexes(resource);
  indexCache.set(resource.schema, known);
  return known;
}

/** The fields that a declared index contains after the id (x-store.indexes.covers). */
export const coveredFields = ({ schema }: Resource, index: string[]): string[] =>
  schema['x-store']?.indexes?.find(({ fields }) => fields.join() === index.join())?.covers ?? [];

const indexCache = new WeakMap<ResourceVocabulary, string[][]>();

function buildIndexes(resource: Resource): string[][] {
  const { columns, filters, schema, sort } = resource;
  const { indexes = [], within } = schema['x-store'] ?? {};
  const declared = indexes.map((index) => index.fields);
  const narrowed = within ? [] : narrowings(resource);
  const isScalar = (name: string) => {
    const property = schema.properties[name];
    return property !== undefined && scalarKinds.includes(propertyKindOf(property, name));
  };
  const sorts = [
    sort.split(','),
    ...(indexes.some(({ covers }) => covers?.includes('createdAt')) ? [] : [['-createdAt']]),
    ...(schema['x-store']?.indexes ? [] : columns.filter(isScalar).map((name) => [name])),
  ];
  const ordering = narrowed.flatMap((prefix) => sorts.map((order) => ({ prefix, order })));
  const all: string[][] = [...declared];
  for (const { prefix, order } of ordering)
    if (!all.some((index) => isOrderedBy(resource, index, { sort: order, given: prefix })))
      all.push([...prefix, ...order]);
  const place = treeReferenceOf(resource);
  const filterFields = narrowed.length > 0 ? [...filters, ...(place ? [place] : [])] : [];
  for (const name of [...filterFields, ...referencedFields(resource).map(({ reference }) => reference)])
    if (!all.some((index) => beginsWith(index, name, resource)))
      all.push([name, ...sort.split(',').filter((each) => each !== name)]);
  return all;
}

/** Whether an index supports this sort order for every role, if filters fix one value of the `fixed` fields. */
export function isSortIndexed(resource: Resource, sort: string[], fixed: string[] = []): boolean {
  if (isPart(resource.schema)) return true;
  const narrow = fixed.filter((name) => isNarrow(resource, name));
  return narrowings(resource).every((prefix) =>
    indexesOf(resource).some(
      (index) =>
        isOrderedBy(resource, index, { sort, given: [...prefix, ...fixed] }) &&
        (prefix.length === 0 || index.some((name) => [...prefix, ...narrow].includes(name))),
    ),
  );
}

/**
 * Whether the index yields its records in this order when each of the `given` fields has one value. A field with few
 * values, such as a status, may have any: the database merges the sorted ranges of its values, which
 * `openRanges` lists.
 */
function isOrderedBy(
  resource: Resource,
  index: string[],
  { sort, given }: { sort: string[]; given: string[] },
): boolean {
  const before = index.slice(0, index.length - sort.length);
  return (
    index.length >= sort.length &&
    isSame(index.slice(before.length), sort) &&
    before.every((name) => given.includes(name) || rangesOf(resource, name) !== undefined)
  );
}

/** The values of a field that a declared index merges the ranges of (x-store.indexes.ranges); undefined for others. */
function rangesOf({ schema }: Resource, name: string): unknown[] | undefined {
  const isMerged = schema['x-store']?.indexes?.some(({ ranges }) => ranges === name);
  return isMerged ? schema.properties[name]?.enum : undefined;
}

/**
 * Conditions for all values of the fields whose ranges are merged and that no filter fixes. Every record matches them,
 * but with them the database can use the fields behind those in an index: it reads one sorted range for each value and
 * merges the ranges.
 */
export function openRanges(resource: Resource, fixed: string[]): Record<string, { $in: unknown[] }>[] {
  const names = (resource.schema['x-store']?.indexes ?? []).flatMap(({ ranges }) => ranges ?? []);
  return [...new Set(names)].flatMap((name) => {
    const $in = fixed.includes(name) ? undefined : rangesOf(resource, name);
    return $in ? [{ [name]: { $in } }] : [];
  });
}

/** The values of `sort` that indexes support: single fields or combinations. */
export function indexedSorts(resource: Resource, fixed: string[] = []): string[] {
  const ends = indexesOf(resource).flatMap((index) => index.map((_, at) => index.slice(at)));
  const ascending = ends.map((each) => (each.every((name) => name.startsWith('-')) ? reversed(each) : each));
  const supported = ascending.filter((each) => isSortIndexed(resource, each, fixed));
  return [...new Set(supported.map((each) => each.join(',')))];
}

/**
 * Whether an index supports filtering by the field: it is the first field of one, the second after the parent's, or
 * stands after fields with few values (`openRanges`).
 */
export function isFilterIndexed(resource: Resource, name: string): boolean {
  if (isPart(resource.schema) || name === 'id') return true;
  const all = [...indexesOf(resource), ...(resource.schema['x-store']?.unique ?? [])];
  return all.some((index) => beginsWith(index, name, resource));
}

function beginsWith(index: string[], name: string, resource: Resource): boolean {
  const { nested, operations } = resource;
  const names = index.map((each) => each.replace(/^-/, ''));
  const isOpen = (each: string, at: number) =>
    (at === 0 && nested?.field === each && !operations.includes('list')) || rangesOf(resource, each) !== undefined;
  const first = names.findIndex((each, at) => !isOpen(each, at));
  return names.slice(0, first < 0 ? names.length : first + 1).includes(name);
}

/** Whether a value of the field selects few records: it is a reference, or unique. */
function isNarrow({ schema }: Resource, name: string): boolean {
  const isAlone = schema['x-store']?.unique?.some((each) => each.length === 1 && each[0] === name);
  return isAlone || schema.properties[name]?.['x-ref'] !== undefined;
}

/** MongoDB reads an index in both directions. */
const isSame = (one: string[], other: string[]) => {
  const text = other.join(',');
  return one.join(',') === text || reversed(one).join(',') === text;
};
const reversed = (fields: string[]) => fields.map((name) => (name.startsWith('-') ? name.slice(1) : `-${name}`));
