import { Ajv, type AnySchemaObject } from 'ajv';
import addFormats from 'ajv-formats';
import mongoose from 'mongoose';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { textFormats } from '#schemas/texts/formats.ts';
import { lockCountField, searchKeys } from '../../store/model.ts';
import { storesTreePath, treePath } from '../../store/tree-path.ts';
import { plainKeywordsOf } from './body-schema.ts';

/** BSON types that JSON does not have. */
const isStoredAs = {
  ObjectId: (value: unknown) => value instanceof mongoose.Types.ObjectId,
  Date: (value: unknown) => value instanceof Date,
  null: (value: unknown) => value === null,
};

type StoredType = keyof typeof isStoredAs;

/** The stored form of each kind of property. */
const shapes = {
  text: (property) => plain(property),
  longText: (property) => plain(property),
  markdown: (property) => plain(property),
  email: (property) => plain(property),
  date: (property) => plain(property),
  phone: (property) => plain(property),
  colour: (property) => plain(property),
  money: (property) => plain(property),
  number: (property) => plain(property),
  integer: (property) => plain(property),
  boolean: (property) => plain(property),
  enum: (property) => plain(property),
  dateTime: (property) => typed(property, 'Date'),
  reference: (property) => typed(property, 'ObjectId'),
  list: (property, path) => ({ ...plain(property), items: storedShape(property.items ?? {}, `${path}/items`) }),
  object: (property, path) => ({
    ...objectShape({ properties: property.properties ?? {}, required: property.required ?? [], path }),
    type: property.type,
  }),
  map: (property) => ({ ...plain(property), additionalProperties: true }),
} satisfies Record<PropertyKind, (property: Property, path: string) => AnySchemaObject>;

/** JSON Schema of a property's stored value. `path` is used in the error for a property without a kind. */
export const storedShape = (property: Property, path: string): AnySchemaObject =>
  shapes[propertyKindOf(property, path)](property, path);
const plain = (property: Property): AnySchemaObject => ({ type: property.type, ...plainKeywordsOf(property) });
const typed = (property: Property, type: StoredType): AnySchemaObject => ({
  storedAs: isNullable(property) ? [type, 'null'] : [type],
});

interface ObjectShape {
  properties: Record<string, Property>;
  required: string[];
  path: string;
}

function objectShape({ properties, required, path }: ObjectShape): AnySchemaObject {
  const entries = Object.entries(properties).map(
    ([name, each]) => [name, storedShape(each, `${path}/${name}`)] as const,
  );
  return { type: 'object', properties: Object.fromEntries(entries), required, additionalProperties: false };
}

/**
 * JSON Schema of a resource's stored documents. A missing field with a default is valid, because it is read as the
 * default.
 */
export function storedSchema({ schema }: Resource): AnySchemaObject {
  const { properties } = schema;
  const required = (schema.required ?? []).filter(
    (name) => properties[name]?.default === undefined && !properties[name]?.writeOnly,
  );
  const shape = objectShape({ properties, required, path: schema.title });
  const base = {
    _id: { storedAs: ['ObjectId'] },
    revision: { type: 'integer' },
    createdAt: { storedAs: ['Date'] },
    updatedAt: { storedAs: ['Date'] },
    [searchKeys]: { type: 'array', items: { type: 'string' } },
    [lockCountField]: { type: 'integer' },
    ...(storesTreePath({ schema }) ? { [treePath]: { type: 'string' } } : {}),
  };
  return { ...shape, properties: { ...base, ...shape.properties } };
}

/** Creates the ajv validator for stored documents. It reports all errors with their schemas. */
export function storedValidator(): Ajv {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strict: false });
  addFormats.default(ajv, ['uri']);
  for (const [name, { fits }] of Object.entries(textFormats)) ajv.addFormat(name, fits);
  ajv.addKeyword({
    keyword: 'storedAs',
    schemaType: 'array',
    validate: (types: StoredType[], value: unknown) => types.some((type) => isStoredAs[type](value)),
    error: { message: ({ schema }) => `Must be stored as ${schema.join(' or ')}` },
  });
  return ajv;
}
