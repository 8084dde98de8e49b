import mongoose, { type Model, Schema, type SchemaDefinitionProperty } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { coveredFields, indexesOf } from '#schemas/resource/indexes.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { isAttachment, referencePaths } from '#schemas/resource/paths-to.ts';
import { type Field, isPart, type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { now } from '../../platform/clock/clock.ts';
import { storesTreePath, treePath } from './tree-path.ts';

export type ResourceName = keyof Records;

/** A raw document as MongoDB returns it, with ObjectIds and dates. */
export type StoredDocument = Record<string, unknown>;

/** The search words of a record, computed by the store. A search matches their prefixes. */
export const searchKeys = 'searchKeys';

/** Counter that `hold` increments to lock a record in a transaction. The API never returns it. */
export const lockCountField = 'holds';

type Definition = (property: Property, path: string) => SchemaDefinitionProperty;

/** Mongoose type of each kind of property. */
const definitions = {
  text: () => ({ type: String }),
  longText: () => ({ type: String }),
  markdown: () => ({ type: String }),
  email: () => ({ type: String }),
  date: () => ({ type: String }),
  phone: () => ({ type: String }),
  colour: () => ({ type: String }),
  money: () => ({ type: Number }),
  dateTime: () => ({ type: Date }),
  number: () => ({ type: Number }),
  integer: () => ({ type: Number }),
  boolean: () => ({ type: Boolean }),
  enum: () => ({ type: String }),
  reference: () => ({ type: Schema.Types.ObjectId }),
  list: (property, path) => ({ type: [definitionOf(property.items ?? {}, `${path}/items`)] }),
  object: (property, path) => ({ type: nested(property.properties ?? {}, path) }),
  map: () => ({ type: Schema.Types.Mixed }),
} satisfies Record<PropertyKind, Definition>;

function definitionOf(property: Property, path: string): SchemaDefinitionProperty {
  const kind = propertyKindOf(property, path);
  const fallback = property.default !== undefined && !(property.default === null && !isNullable(property));
  return {
    ...definitions[kind](property, path),
    ...(fallback ? { default: () => structuredClone(property.default) } : { default: undefined }),
  };
}

function nested(properties: Record<string, Property>, path: string): Schema {
  return new Schema(definitionsOf(properties, path), { _id: false, id: false, strict: 'throw', minimize: false });
}

function definitionsOf(properties: Record<string, Property>, path: string): Record<string, SchemaDefinitionProperty> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, definitionOf(property, `${path}/${name}`)]),
  );
}

/** Parses a sort field: '-updatedAt' -> ['updatedAt', -1]. */
export function parseSortField(field: string): [string, 1 | -1] {
  return field.startsWith('-') ? [field.slice(1), -1] : [field, 1];
}

/**
 * The MongoDB sort, with the id as tie-breaker in the direction of the last field, so that pagination is stable. Every
 * declared index has the same fields.
 */
export function sortOf(fields: string[]): Record<string, 1 | -1> {
  const parts = fields.map(parseSortField);
  return Object.fromEntries([...parts, ['_id', parts.at(-1)?.[1] ?? 1]]);
}

/**
 * Condition for "has a value" in a partial unique index. For text it is `$gt: ''`, because a query by a string implies
 * that, and can then use the index.
 */
const given = ({ kind, property }: Field) =>
  kind === 'text' || (kind === 'list' && !property.items?.['x-ref'])
    ? { $gt: '' }
    : { $type: ['string', 'number', 'bool', 'date', 'objectId'] };

/**
 * Partial filter expression of a unique index: records where a field that users may leave empty has no value are not
 * duplicates of each other, and stay out of the index.
 */
function whereGiven({ fields }: Resource, unique: string[]): StoredDocument {
  const mayLack = ({ property, isRequired }: Field) => !property.readOnly && (isNullable(property) || !isRequired);
  const lacking = fields.filter((each) => unique.includes(each.name) && (each.kind === 'list' || mayLack(each)));
  return Object.fromEntries(lacking.map((each) => [each.name, given(each)]));
}

/** The unique indexes of a resource: fields, key pattern, and the condition that selects the indexed records. */
export const uniqueIndexes = (
  resource: Resource,
): { unique: string[]; keys: Record<string, 1 | -1>; given: StoredDocument }[] =>
  (resource.schema['x-store']?.unique ?? []).map((fields) => {
    const keys = Object.fromEntries(fields.map(parseSortField));
    const unique = Object.keys(keys);
    return { unique, keys, given: whereGiven(resource, unique) };
  });

/** The keys of a document in a unique index, one for each value of a list; none if a value is missing. */
export function uniqueKeys(document: StoredDocument, unique: string[]): StoredDocument[] {
  return unique.reduce<StoredDocument[]>(
    (keys, field) =>
      [document[field]]
        .flat()
        .filter((value) => value !== undefined && value !== null && value !== '')
        .flatMap((value) => keys.map((key) => ({ ...key, [field]: value }))),
    [{}],
  );
}

const attachments = Object.values(schemas)
  .filter(isAttachment)
  .map(({ title }) => title);

/** The key pattern of an index of `indexesOf`, also as a hint for MongoDB. */
export const indexKeys = (resource: Resource, fields: string[]) => ({
  ...sortOf(fields),
  ...Object.fromEntries(coveredFields(resource, fields).map((name) => [name, 1 as const])),
});

function modelOf(resource: Resource): Model<StoredDocument> {
  const { schema } = resource;
  const store = schema['x-store'] ?? {};
  const definition = new Schema<StoredDocument>(
    {
      ...definitionsOf(schema.properties, schema.title),
      revision: { type: Number, default: 1 },
      [searchKeys]: { type: [String], default: undefined },
      [lockCountField]: { type: Number, default: undefined },
      ...(storesTreePath(resource) ? { [treePath]: { type: String, default: undefined } } : {}),
    },
    {
      collection: resource.path,
      timestamps: { currentTime: now },
      versionKey: false,
      id: false,
      strict: 'throw',
      strictQuery: 'throw',
      minimize: false,
      autoIndex: false,
    },
  );
  for (const fields of indexesOf(resource)) definition.index(indexKeys(resource, fields));
  // An index on each attachment reference: access to a file is decided by the records that reference it.
  for (const path of attachments.flatMap((type) => referencePaths(type, schema.properties)))
    definition.index(sortOf([path]));
  for (const { keys, given } of uniqueIndexes(resource)) {
    const options = Object.keys(given).length > 0 ? { partialFilterExpression: given } : {};
    definition.index(keys, { unique: true, ...options });
  }
  if (store.expires) definition.index({ [store.expires]: 1 }, { expireAfterSeconds: 0 });
  if (resource.search.length > 0 && resource.operations.includes('list'))
    definition.index({ [searchKeys]: 1, ...(storesTreePath(resource) ? { [treePath]: 1 as const } : {}) });
  return mongoose.model<StoredDocument>(schema.title, definition);
}

/** All resources by title, as their schemas describe them. */
export const resources = new Map<string, Resource>(
  Object.values(schemas).map((schema) => [schema.title, resourceOf(schema)]),
);

const storedResources = [...resources.values()].filter(({ schema }) => !isPart(schema));
const models = new Map(storedResources.map((resource) => [resource.name, modelOf(resource)]));

/** Whether a schema has this title. */
export const isResourceName = (name: string): name is ResourceName => resources.has(name);

/** Returns the resource with this title. Throws when there is none. */
export function resource(name: string): Resource {
  const found = resources.get(name);
  if (!found) throw new Error(`There is no schema with the title ${name}`);
  return found;
}

/** The resources that have a collection of their own. */
export const storedNames: ResourceName[] = storedResources.map(({ name }) => name).filter(isResourceName);

/**
 * The Mongoose model of a resource that has a collection. Only the store and queries that join collections need it.
 * Throws when there is none.
 */
export function model(name: ResourceName): Model<StoredDocument> {
  const found = models.get(name);
  if (!found) throw new Error(`No model for ${name}`);
  return found;
}

/**
 * Returns a function that casts a filter to the database's types (strings to ObjectIds and dates), as Mongoose does
 * from the model's schema. It throws for a field that the schema does not have.
 */
export function filterCaster(documents: Model<StoredDocument>): (filter: StoredDocument) => StoredDocument {
  const query = documents.find();
  // Mongoose casts in place, and access conditions are shared by many filters, so cast a copy.
  return (filter) => query.cast(documents, copyOf(filter));
}

const copyOf = (filter: StoredDocument): StoredDocument =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, copied(value)]));

/** Deep copy of arrays and plain objects. ObjectIds, dates and regular expressions are values. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype ? copyOf(value) : value;
}
