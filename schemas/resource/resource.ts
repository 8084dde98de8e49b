import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { isNullable, type Kind, kindOf } from './kind.ts';

/** What the routes of a resource can do. */
export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

export type Role = 'ADMIN' | 'AGENCY_ADMIN' | 'AGENCY_USER' | 'DEVELOPER';

/** The fields that every record has beside those of its schema (design 3). */
export const baseProperties = {
  id: { type: 'string', title: 'Id', pattern: '^[0-9a-f]{24}$', readOnly: true },
  revision: { type: 'integer', title: 'Revision', readOnly: true },
  createdAt: { type: 'string', format: 'date-time', title: 'Created', readOnly: true },
  updatedAt: { type: 'string', format: 'date-time', title: 'Updated', readOnly: true },
} satisfies Record<string, Property>;

export interface Field {
  name: string;
  label: string;
  kind: Kind;
  property: Property;
  isRequired: boolean;
  /** With how many decimals at least its numbers are written. */
  decimals?: number;
}

/** A resource as every side reads it: the schema with all that its silence means (design 1). */
export interface Resource {
  name: string;
  label: string;
  path: string;
  fields: Field[];
  operations: Operation[];
  search: string[];
  sort: string;
  columns: string[];
  filters: string[];
  owner: string;
  /** Present when its calls stand under the records of another resource. */
  nested?: Nested;
  schema: ResourceVocabulary;
}

/** A resource under another one's records: `/api/entities/{id}/members/{userId}`. */
export interface Nested {
  /** The title of the resource above. */
  resource: string;
  /** The last part of the list's address: `members`. */
  path: string;
  /** The field that the record above determines, or the list of that record which the records are kept in. */
  field: string;
  /** The field of the record above that `field` holds. */
  from: string;
  /** The field that the address names a record by, and its name in the address. */
  key: string;
  parameter: string;
  /** Kept in a list of the record above, rather than in a collection of its own. */
  isPart: boolean;
  /** What can be done there. */
  operations: Operation[];
}

export const allOperations: Operation[] = ['list', 'read', 'create', 'update', 'delete'];
export const scalarKinds: Kind[] = [
  'text',
  'email',
  'phone',
  'colour',
  'date',
  'number',
  'integer',
  'money',
  'boolean',
  'enum',
  'dateTime',
  'reference',
];

/** Reads a resource out of its schema. Throws an Error that names schema and path for a shape without a kind. */
export function resourceOf(schema: ResourceVocabulary): Resource {
  const store = schema['x-store'] ?? {};
  const admin = schema['x-admin'] ?? {};
  const fields = fieldsOf(
    { properties: { ...schema.properties, ...baseProperties }, required: schema.required },
    schema.title,
  ).filter(({ property }) => !property['x-extra']);
  const own = fields.filter((field) => !(field.name in baseProperties));
  const nested = nestedOf(schema);
  const operations = store.internal ? [] : (store.operations ?? (nested || isPart(schema) ? [] : allOperations));
  const isListed = [...operations, ...(nested?.operations ?? [])].includes('list');
  const texts = own.filter((field) => isListed && isSearched(field, store.hidden));
  return {
    name: schema.title,
    label: admin.label ?? labelOf(pluralOf(schema.title)),
    path: store.path ?? pathOf(schema.title),
    fields,
    operations,
    search: store.search ?? texts.map(({ name }) => name),
    sort: store.sort ?? '-createdAt',
    columns:
      admin.columns ??
      own
        .filter(({ kind }) => scalarKinds.includes(kind))
        .slice(0, 5)
        .map(({ name }) => name),
    filters: admin.filters ?? [],
    owner: store.owner ?? 'user',
    ...(nested ? { nested } : {}),
    schema,
  };
}

/** Nobody finds a record by a text that not everybody is answered. */
const isSearched = ({ name, kind, property }: Field, hidden: string[] = []): boolean =>
  (kind === 'text' || kind === 'email') && !hidden.includes(name) && !property.writeOnly && !property['x-visible-to'];

/** Whether the records are kept in a list of another resource's record: then there is no collection of them. */
export const isPart = (schema: ResourceVocabulary): boolean => schema['x-store']?.within !== undefined;

/** Whether who may do what with the records follows from the record that they belong to: their schema says nothing of it. */
export const inheritsRights = ({ schema }: Pick<Resource, 'schema'>): boolean =>
  schema['x-store']?.under !== undefined && schema['x-access'] === undefined;

function nestedOf({ title, 'x-store': { under, within } = {} }: ResourceVocabulary): Nested | undefined {
  // GuildResource -> resourceId: the last word of the title, as the addresses of the specification have it.
  const parameter = `${(/[A-Z][a-z0-9]*$/.exec(title)?.[0] ?? title).toLowerCase()}Id`;
  if (under) {
    const { from = 'id', key = 'id', operations = allOperations } = under;
    return { ...under, from, key, parameter: key === 'id' ? parameter : `${key}Id`, isPart: false, operations };
  }
  if (!within?.path) return undefined;
  return { ...within, path: within.path, from: 'id', key: 'id', parameter, isPart: true, operations: allOperations };
}

/**
 * The fields of an object with named properties: a resource's, or those of an object or list item inside one.
 * Throws an Error that names `path` and the property for a shape without a kind.
 */
export function fieldsOf(object: Pick<Property, 'properties' | 'required'>, path: string): Field[] {
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    label: property.title ?? labelOf(name),
    kind: kindOf(property, `${path}/properties/${name}`),
    property,
    isRequired: object.required?.includes(name) ?? false,
  }));
}

/** Whether a record may be without the field once it had it: null in a PATCH takes its value away. */
export const isRemovable = ({ isRequired, property }: Pick<Field, 'isRequired' | 'property'>): boolean =>
  !isRequired && !isNullable(property) && !property.readOnly && !property.writeOnly && property.default === undefined;

/** 'ProofOfWork' -> 'proof_of_works', 'Entity' -> 'entities': snake case, plural (design 1). */
function pathOf(title: string): string {
  return pluralOf(title.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase());
}

/** 'Entity' -> 'Entities', 'form' -> 'forms'. */
export function pluralOf(word: string): string {
  if (/[^aeiou]y$/i.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/i.test(word) ? `${word}es` : `${word}s`;
}

/** What a person reads for a value of an enum. */
export const valueLabel = (value: unknown, property: Property): string =>
  property['x-labels']?.[String(value)] ?? labelOf(String(value));

/** 'phoneNumber', 'phone_number' and 'PHONE_NUMBER' -> 'Phone number'. */
export function labelOf(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])|_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
