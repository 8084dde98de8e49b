import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import { kindOf } from './kind.ts';
import { placeNameOf } from './place.ts';
import { isPart, type Resource, scalarKinds } from './resource.ts';
import type { Grant, Scope } from './scope-needs.ts';
import { namedFields } from './search.ts';

/**
 * What a resource's indexes are, and what its lists can therefore be sorted and filtered by, whoever asks (design 3). MongoDB
 * reads rows in the order of an index whose first fields have one value each; what those are differs from role to role.
 */

/** The fields by which each scope of x-access finds records, one for each alternative; none where it leaves few, or most of a catalogue. */
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
 * The fields that have one value each in a list, for everybody whose list it is: none for an ADMIN's, `treeScope` for what one
 * reads in one's tree, the field that names the record above for a list below it.
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
 * The fields of each index: those that the schema names and, where none of them does it, those of its usual order, of when
 * records were made, of each filter of the back-office, of what places records in the tree and of each reference to what a
 * search names or a property copies. A schema that names none has one for each column, too.
 */
export function indexesOf(resource: Resource): string[][] {
  const known = kept.get(resource.schema) ?? madeOf(resource);
  kept.set(resource.schema, known);
  return known;
}

const kept = new WeakMap<ResourceVocabulary, string[][]>();

function madeOf(resource: Resource): string[][] {
  const { columns, filters, schema, sort } = resource;
  const { indexes = [], within } = schema['x-store'] ?? {};
  const declared = indexes.map((index) => index.fields);
  const narrowed = within ? [] : narrowings(resource);
  const isScalar = (name: string) => {
    const property = schema.properties[name];
    return property !== undefined && scalarKinds.includes(kindOf(property, name));
  };
  const sorts = [
    sort.split(','),
    ['-createdAt'],
    ...(schema['x-store']?.indexes ? [] : columns.filter(isScalar).map((name) => [name])),
  ];
  const ordering = narrowed.flatMap((prefix) => sorts.map((each) => [...prefix, ...each]));
  const made: string[][] = [...declared];
  for (const each of ordering) if (!made.some((other) => isSame(other, each))) made.push(each);
  const place = placeNameOf(resource);
  const listed = narrowed.length > 0 ? [...filters, ...(place ? [place] : [])] : [];
  for (const name of [...listed, ...namedFields(resource).map(({ reference }) => reference)])
    if (!made.some((index) => beginsWith(index, name, resource)))
      made.push([name, ...sort.split(',').filter((each) => each !== name)]);
  return made;
}

/** Whether an index serves a list in this order, for everybody, where filters give these fields one value each. */
export function isSortServed(resource: Resource, sort: string[], given: string[] = []): boolean {
  if (isPart(resource.schema)) return true;
  const narrow = given.filter((name) => isNarrow(resource, name));
  const indexes = indexesOf(resource);
  return narrowings(resource).every((prefix) =>
    indexes.some((index) => {
      const before = index.slice(0, index.length - sort.length);
      return (
        index.length >= sort.length &&
        isSame(index.slice(before.length), sort) &&
        before.every((name) => [...prefix, ...given].includes(name)) &&
        (prefix.length === 0 || before.some((name) => [...prefix, ...narrow].includes(name)))
      );
    }),
  );
}

/** The orders that indexes serve, as `sort` names them: one field each, or several. */
export function servedSorts(resource: Resource, given: string[] = []): string[] {
  const ends = indexesOf(resource).flatMap((index) => index.map((_, at) => index.slice(at)));
  const rising = ends.map((each) => (each.every((name) => name.startsWith('-')) ? turned(each) : each));
  const served = rising.filter((each) => isSortServed(resource, each, given));
  return [...new Set(served.map((each) => each.join(',')))];
}

/** Whether an index finds what has some value of the field: it begins with it, but for the record above that is given. */
export function isFilterServed(resource: Resource, name: string): boolean {
  if (isPart(resource.schema) || name === 'id') return true;
  const all = [...indexesOf(resource), ...(resource.schema['x-store']?.unique ?? [])];
  return all.some((index) => beginsWith(index, name, resource));
}

function beginsWith(index: string[], name: string, { nested, operations }: Resource): boolean {
  const [first = '', second = ''] = index.map((each) => each.replace(/^-/, ''));
  const isBelow = nested?.field === first && !operations.includes('list');
  return first === name || (isBelow && second === name);
}

/** One value of it is one of few records: a reference, or what no two have the same. */
function isNarrow({ schema }: Resource, name: string): boolean {
  const isAlone = schema['x-store']?.unique?.some((each) => each.length === 1 && each[0] === name);
  return isAlone || schema.properties[name]?.['x-ref'] !== undefined;
}

/** An index is read forth and back. */
const isSame = (one: string[], other: string[]) => {
  const text = other.join(',');
  return one.join(',') === text || turned(one).join(',') === text;
};
const turned = (fields: string[]) => fields.map((name) => (name.startsWith('-') ? name.slice(1) : `-${name}`));
