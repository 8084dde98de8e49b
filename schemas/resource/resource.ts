import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { isNullable, type PropertyKind, propertyKindOf } from './kind.ts';

/** The operations that the routes of a resource offer. */
export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

export type Role = 'ADMIN' | 'AGENCY_ADMIN' | 'AGENCY_USER' | 'DEVELOPER';

/** The properties that every record has in addition to those of its schema (design 3). */
export const baseProperties = {
  id: { type: 'string', title: 'Id', pattern: '^[0-9a-f]{24}$', readOnly: true },
  revision: { type: 'integer', title: 'Revision', readOnly: true },
  createdAt: { type: 'string', format: 'date-time', title: 'Created', readOnly: true },
  updatedAt: { type: 'string', format: 'date-time', title: 'Updated', readOnly: true },
} satisfies Record<string, Property>;

export interface Field {
  name: string;
  label: string;
  kind: PropertyKind;
  property: Property;
  isRequired: boolean;
  /** The minimum number of decimals that its numbers are shown with. */
  decimals?: number;
}

/** A resource with all defaults filled in (design 1), as used by the API and the back-office. */
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
  /** Present if the resource is nested under another one. */
  nested?: Nested;
  schema: ResourceVocabulary;
}

/** A nested resource: `/api/entities/{id}/members/{userId}`. */
export interface Nested {
  /** The title of the parent resource. */
  resource: string;
  /** The last segment of the list's URL: `members`. */
  path: string;
  /** The field that references the parent, or the parent's list that contains the records. */
  field: string;
  /** The field of the parent that `field` references. */
  from: string;
  /** The field that identifies a record in the URL, and the name of the URL parameter. */
  key: string;
  parameter: string;
  /** Whether the records are embedded in a list of the parent, rather than stored in their own collection. */
  isPart: boolean;
  /** The operations that the nested routes offer. */
  operations: Operation[];
  /** Whether the records are deleted with their parent; otherwise the parent cannot be deleted while there are any. */
  onParentDelete?: 'delete' | 'refuse';
}

const allOperations: Operation[] = ['list', 'read', 'create', 'update', 'delete'];
export const scalarKinds: PropertyKind[] = [
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

/**
 * Reads a resource from its schema and fills in all defaults. Throws an Error with schema and path if a property has no
 * kind.
 */
export function resourceOf(schema: ResourceVocabulary): Resource {
  const store = schema['x-store'] ?? {};
  const admin = schema['x-admin'] ?? {};
  const fields = fieldsOf(
    { properties: { ...schema.properties, ...baseProperties }, required: schema.required },
    schema.title,
  ).filter(({ property }) => !property['x-extra']);
  const own = fields.filter((field) => !(field.name in baseProperties));
  const nested = nestedOf(schema);
  const operations = store.operations ?? (store.internal || nested || isPart(schema) ? [] : allOperations);
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
        .filter(({ name, kind }) => scalarKinds.includes(kind) && name !== nested?.field)
        .slice(0, 5)
        .map(({ name }) => name),
    filters: admin.filters ?? [],
    owner: store.owner ?? 'user',
    ...(nested ? { nested } : {}),
    schema,
  };
}

/** Texts that some people may not read are not searched, since a search would reveal them. */
const isSearched = ({ name, kind, property }: Field, hidden: string[] = []): boolean =>
  (kind === 'text' || kind === 'email') && !hidden.includes(name) && !property.writeOnly && !property['x-visible-to'];

/** The fields that list rows omit unless the request selects them. */
export const rowOmits = ({ schema }: Pick<Resource, 'schema'>): string[] => schema['x-store']?.rowOmits ?? [];

/** Whether the records are embedded in a list of another resource, without a collection of their own. */
export const isPart = (schema: ResourceVocabulary): boolean => schema['x-store']?.within !== undefined;

/** Whether access to the records is inherited from their parent because their schema has no `x-access`. */
export const inheritsRights = ({ schema }: Pick<Resource, 'schema'>): boolean =>
  schema['x-store']?.under !== undefined && schema['x-access'] === undefined;

function nestedOf({ title, 'x-store': { under, within } = {} }: ResourceVocabulary): Nested | undefined {
  // GuildResource -> resourceId: the last word of the title, as in the URLs of the specification.
  const parameter = `${(/[A-Z][a-z0-9]*$/.exec(title)?.[0] ?? title).toLowerCase()}Id`;
  if (under) {
    const { from = 'id', key = 'id', operations = allOperations } = under;
    return { ...under, from, key, parameter: key === 'id' ? parameter : `${key}Id`, isPart: false, operations };
  }
  if (!within?.path) return undefined;
  return { ...within, path: within.path, from: 'id', key: 'id', parameter, isPart: true, operations: allOperations };
}

/**
 * The fields of an object with named properties: a resource's, or those of a nested object or list item. Throws an
 * Error with `path` and the property if one has no kind.
 */
export function fieldsOf(object: Pick<Property, 'properties' | 'required'>, path: string): Field[] {
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    label: property.title ?? labelOf(name),
    kind: propertyKindOf(property, `${path}/properties/${name}`),
    property,
    isRequired: object.required?.includes(name) ?? false,
  }));
}

/** Whether a PATCH with null may unset the field. */
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

/** The label of an enum value. */
export const valueLabel = (value: unknown, property: Property): string =>
  property['x-labels']?.[String(value)] ?? labelOf(String(value));

/** 'phoneNumber', 'phone_number' and 'PHONE_NUMBER' -> 'Phone number'. */
export function labelOf(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])|_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The reference that puts records of a resource into the entity tree: `x-store.place`, or its only reference to a tree
 * node. Undefined if the resource is not in the tree, or its own code computes `treeScope`.
 */
export function treeReferenceOf({ schema }: Pick<Resource, 'schema'>): string | undefined {
  const node = schema.properties.treeScope?.items?.['x-ref'];
  if (!node) return undefined;
  const references = Object.entries(schema.properties).filter(([, property]) => property['x-ref'] === node);
  return schema['x-store']?.place ?? references[0]?.[0];
}
