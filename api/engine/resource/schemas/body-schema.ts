import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { isRemovable, type Resource } from '#schemas/resource/resource.ts';
import type { BlankTexts } from '../../../platform/errors/request-validators.ts';
import { filledPattern, idPattern } from '../../../platform/errors/schema-messages.ts';

/** A JSON Schema for ajv and OpenAPI, without our own keywords. */
export type JsonSchema = Record<string, unknown>;

const id: JsonSchema = { type: 'string', pattern: idPattern };

/** Kinds that are fully described by the property's own keywords. */
export const plainKinds = {
  text: () => ({}),
  longText: () => ({}),
  markdown: () => ({}),
  email: () => ({}),
  phone: () => ({}),
  colour: () => ({}),
  date: () => ({}),
  dateTime: () => ({}),
  number: () => ({}),
  integer: () => ({}),
  money: () => ({}),
  boolean: () => ({}),
  enum: () => ({}),
};

/** What each kind adds to the plain keywords of a property. */
const shapes = {
  ...plainKinds,
  reference: () => id,
  list: (property, path) => ({ items: shapeOf(property.items ?? {}, `${path}/items`) }),
  object: (property, path) => ({
    ...objectShape({ properties: property.properties ?? {}, required: property.required ?? [], path }),
    ...defaultsIn(property),
    ...(property['x-recipient'] ? { 'x-recipient': true } : {}),
  }),
  map: (property) => ({
    additionalProperties: true,
    ...(property['x-keys'] === 'any' ? {} : { 'x-plain-keys': true }),
  }),
} satisfies Record<PropertyKind, (property: Property, path: string) => JsonSchema>;

const plainKeywords = [
  'title',
  'description',
  'format',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'x-missing',
  'x-pattern-message',
] as const;

/** The keywords that JSON Schema has as well. */
export function plainKeywordsOf(property: Property): JsonSchema {
  return Object.fromEntries(
    plainKeywords.flatMap((key) => (property[key] === undefined ? [] : [[key, property[key]]])),
  );
}

/** Default limits per kind, for properties that set none themselves. */
const bounds: Record<PropertyKind, JsonSchema> = {
  text: { maxLength: 2_000 },
  longText: { maxLength: 100_000 },
  markdown: { maxLength: 100_000 },
  email: { maxLength: 320 },
  phone: { maxLength: 60 },
  colour: {},
  date: {},
  dateTime: { maxLength: 40 },
  enum: {},
  reference: {},
  number: {},
  integer: {},
  money: { multipleOf: 0.01 },
  boolean: {},
  list: { maxItems: 1_000 },
  object: {},
  // The limits of the whole body apply: number of values and bytes.
  map: {},
};

/** Whether surrounding blanks are trimmed before validation (design 7, "Typed values"). */
const isTrimmed: Record<PropertyKind, boolean> = {
  text: true,
  longText: false,
  markdown: false,
  email: true,
  phone: true,
  colour: true,
  date: true,
  dateTime: true,
  // Values of these kinds are written by programs.
  enum: false,
  reference: false,
  number: false,
  integer: false,
  money: false,
  boolean: false,
  list: false,
  object: false,
  map: false,
};

function shapeOf(property: Property, path: string): JsonSchema {
  const kind = propertyKindOf(property, path);
  const trim = isTrimmed[kind] && !property['x-verbatim'] ? { 'x-trim': true } : {};
  const shape = {
    type: property.type,
    ...bounds[kind],
    ...plainKeywordsOf(property),
    ...trim,
    ...shapes[kind](property, path),
  };
  return isNullable(property) ? { ...shape, type: property.type } : shape;
}

/**
 * The schema of a required text. `minLength: 1` would accept blanks only, so a pattern requires a visible character.
 */
function filledShapeOf(property: Property, path: string): JsonSchema {
  const isText = ['text', 'longText', 'markdown'].includes(propertyKindOf(property, path));
  if (!isText || property.pattern !== undefined) return shapeOf(property, path);
  const { minLength = 1, ...rest } = property;
  return { ...shapeOf(minLength > 1 ? property : rest, path), pattern: filledPattern };
}

interface ObjectShape {
  properties: Record<string, Property>;
  required: string[];
  path: string;
  /** Properties with unique values. */
  unique?: string[];
}

/** The schema of an object. Read-only properties are listed separately, so that the error can name them (design 3). */
function objectShape({ properties, required, path, unique = [] }: ObjectShape): JsonSchema {
  const entries = Object.entries(properties);
  const open = entries.filter(([, property]) => !property.readOnly);
  const blank = open
    .filter(
      ([name, property]) =>
        !required.includes(name) && isNoneIfBlank(property, `${path}/${name}`, unique.includes(name)),
    )
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      open.map(([name, property]) => {
        const isFilled = required.includes(name) || property.minLength === 1;
        return [name, (isFilled ? filledShapeOf : shapeOf)(property, `${path}/${name}`)];
      }),
    ),
    required: required.filter((name) => !isSupplied(properties[name] ?? {})),
    additionalProperties: false,
    ...(blank.length > 0 ? { 'x-blank': { names: blank, becomes: 'absent' } satisfies BlankTexts } : {}),
    'x-read-only': entries.filter(([, property]) => property.readOnly).map(([name]) => name),
  };
}

/** The defaults of an object's writable properties (keyword `x-defaults`). */
function defaultsIn({ properties = {} }: Property): JsonSchema {
  const defaults = Object.entries(properties).filter(
    ([, each]) => !each.readOnly && each.default !== undefined && (each.default !== null || isNullable(each)),
  );
  return defaults.length > 0
    ? { 'x-defaults': Object.fromEntries(defaults.map(([name, each]) => [name, each.default])) }
    : {};
}

const texts: readonly PropertyKind[] = ['text', 'longText', 'markdown', 'email', 'phone', 'colour', 'date', 'dateTime'];

/**
 * Whether a blank text means no value: for an optional property it would be no valid value, and for a unique one it
 * would be a duplicate.
 */
function isNoneIfBlank(property: Property, path: string, isUnique: boolean): boolean {
  const canBeNone = isNullable(property) || (!property.writeOnly && property.default === undefined);
  if (!canBeNone || !texts.includes(propertyKindOf(property, path))) return false;
  const isLine = property.format === undefined || property.format === 'line' || property.format === 'name';
  return isUnique || !isLine || property.minLength !== undefined || property.pattern !== undefined;
}

/** Whether a record has the property even if its body does not. */
const isSupplied = (property: Property): boolean =>
  property.readOnly === true || property.default !== undefined || property['x-default'] !== undefined;

const serverOwned = ['id', 'revision', 'createdAt', 'updatedAt'];

/** The request body of a create: all writable properties, with the required ones. */
export function createBody({ schema }: Resource): JsonSchema {
  const shape = objectShape({
    properties: schema.properties,
    required: schema.required ?? [],
    path: schema.title,
    unique: schema['x-store']?.unique?.flat() ?? [],
  });
  const readOnly = shape['x-read-only'];
  return {
    ...shape,
    title: schema.title,
    'x-read-only': [...serverOwned, ...(Array.isArray(readOnly) ? readOnly : [])],
  };
}

/**
 * The request body of an update: any of the same properties. Each is replaced as a whole, and null removes an optional
 * one.
 */
export function updateBody(resource: Resource): JsonSchema {
  const body = createBody(resource);
  const removable = resource.fields.filter(isRemovable).map(({ name, property }) => {
    const shape = shapeOf(property, `${resource.name}/${name}`);
    return [name, orNull(shape)] as const;
  });
  const properties = { ...Object(body.properties), ...Object.fromEntries(removable) };
  const blank = body['x-blank'] ? { 'x-blank': { ...Object(body['x-blank']), becomes: 'null' } } : {};
  return { ...body, ...blank, properties, required: [], minProperties: 1 };
}

function orNull(shape: JsonSchema): JsonSchema {
  const { type, enum: values } = shape;
  return { ...shape, type: [type, 'null'].flat(), ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

/** JSON Schema of path parameters that are record ids. */
export function idParams(...names: string[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, id])), required: names };
}

/** Response of a route that sends a mail on request: the address it was sent to. */
export const sentTo: JsonSchema = {
  type: 'object',
  properties: { sentTo: { type: 'string', format: 'email' } },
  required: ['sentTo'],
  additionalProperties: false,
};

/** JSON Schema of a list of validation problems. `value` describes the invalid value. */
export const problemList = (value: string): JsonSchema => ({
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, value: { description: value }, message: { type: 'string' } },
    required: ['path', 'message'],
    additionalProperties: false,
  },
});
