import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { propertyKindOf } from './kind.ts';
import { isPart, type Resource, scalarKinds, treeReferenceOf } from './resource.ts';
import type { Grant, Scope } from './scope-properties.ts';
import { referencedFields } from './search.ts';

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
 * sort, creation time, each filter of the back-office, the reference for the tree, and each reference that a search or
 * a copy goes through. A schema without declared indexes also gets one per column.
 */
export function indexesOf(resource: Resource): string[][] {
  const known = indexCache.get(resource.schema) ?? buildIndexes(resource);
  indexCache.set(resource.schema, known);
  return known;
}

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
    ['-createdAt'],
    ...(schema['x-store']?.indexes ? [] : columns.filter(isScalar).map((name) => [name])),
  ];
  const ordering = narrowed.flatMap((prefix) => sorts.map((each) => [...prefix, ...each]));
  const all: string[][] = [...declared];
  for (const each of ordering) if (!all.some((other) => isSame(other, each))) all.push(each);
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
  const indexes = indexesOf(resource);
  return narrowings(resource).every((prefix) =>
    indexes.some((index) => {
      const before = index.slice(0, index.length - sort.length);
      return (
        index.length >= sort.length &&
        isSame(index.slice(before.length), sort) &&
        before.every((name) => [...prefix, ...fixed].includes(name)) &&
        (prefix.length === 0 || before.some((name) => [...prefix, ...narrow].includes(name)))
      );
    }),
  );
}

/** The values of `sort` that indexes support: single fields or combinations. */
export function indexedSorts(resource: Resource, fixed: string[] = []): string[] {
  const ends = indexesOf(resource).flatMap((index) => index.map((_, at) => index.slice(at)));
  const ascending = ends.map((each) => (each.every((name) => name.startsWith('-')) ? reversed(each) : each));
  const supported = ascending.filter((each) => isSortIndexed(resource, each, fixed));
  return [...new Set(supported.map((each) => each.join(',')))];
}

/** Whether an index supports filtering by the field: it is the first field of one, or the second after the parent's. */
export function isFilterIndexed(resource: Resource, name: string): boolean {
  if (isPart(resource.schema) || name === 'id') return true;
  const all = [...indexesOf(resource), ...(resource.schema['x-store']?.unique ?? [])];
  return all.some((index) => beginsWith(index, name, resource));
}

function beginsWith(index: string[], name: string, { nested, operations }: Resource): boolean {
  const [first = '', second = ''] = index.map((each) => each.replace(/^-/, ''));
  const isBelow = nested?.field === first && !operations.includes('list');
  return first === name || (isBelow && second === name);
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
