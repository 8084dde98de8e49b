import { isEqual } from '#schemas/forms/is-equal.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { baseProperties, type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { type JsonSchema, plainKeywordsOf, plainKinds } from './body-schema.ts';
import { refName, schemaRef } from './documentation.ts';

/**
 * The schemas of all records that the API returns, by resource name. The OpenAPI document lists them, and responses
 * contain nothing else.
 */
export function recordSchemas(): Record<string, JsonSchema> {
  const routed = Object.values(schemas).map(resourceOf).filter(isRouted);
  return Object.fromEntries(routed.map((resource) => [resource.name, recordSchema(resource)]));
}

/**
 * The schema of a record in responses: user and server fields without hidden ones. Free-form maps (missing in lists)
 * and fields restricted to roles are never required.
 */
export function recordSchema({ schema }: Pick<Resource, 'schema'>): JsonSchema {
  const hidden = schema['x-store']?.hidden ?? [];
  const shape = objectShape({
    properties: { ...baseProperties, ...schema.properties },
    required: [...Object.keys(baseProperties), ...(schema.required ?? [])],
    path: schema.title,
    hidden,
  });
  const described = {
    title: schema.title,
    ...(schema.description ? { description: schema.description } : {}),
    ...shape,
  };
  return { ...described, examples: [exampleOf(described)] };
}

const isRouted = ({ operations, nested }: Resource) => operations.length > 0 || nested !== undefined;

interface Position {
  property: Property;
  path: string;
  /** Hidden paths relative to this property. */
  hidden: string[];
}

/** What each kind adds to the plain keywords of a property. */
const shapes = {
  ...plainKinds,
  reference: ({ property }) => referenceShape(property),
  list: ({ property, path, hidden }) => ({
    items: shapeOf({ property: property.items ?? {}, path: `${path}/items`, hidden }),
  }),
  object: ({ property, path, hidden }) =>
    objectShape({ properties: property.properties ?? {}, required: property.required ?? [], path, hidden }),
  map: () => ({ additionalProperties: true }),
} satisfies Record<PropertyKind, (place: Position) => JsonSchema>;

function shapeOf(place: Position): JsonSchema {
  const { property, path } = place;
  const shape = { ...plainKeywordsOf(property), ...shapes[propertyKindOf(property, path)](place) };
  if ('oneOf' in shape) return shape;
  return { ...shape, type: property.type };
}

/** An id, or the record itself when it is populated; only its name if the viewer may not read it (`x-store.named`). */
function referenceShape(property: Property): JsonSchema {
  const id = { type: 'string', pattern: idPattern };
  const target = Object.values(schemas).find(({ title }) => title === property['x-ref']);
  if (!target || !isRouted(resourceOf(target))) return { pattern: idPattern };
  const name = target['x-store']?.named ? [nameShape] : [];
  return { oneOf: [id, schemaRef(target.title), ...name, ...(isNullable(property) ? [{ type: 'null' }] : [])] };
}

const nameShape: JsonSchema = {
  type: 'object',
  description: 'Its name, if you do not have access to the record.',
  properties: { id: { type: 'string', pattern: idPattern }, name: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
};

interface ObjectShape {
  properties: Record<string, Property>;
  required: string[];
  path: string;
  hidden: string[];
}

function objectShape({ properties, required, path, hidden }: ObjectShape): JsonSchema {
  const shown = Object.entries(properties).filter(([name, property]) => !property.writeOnly && !hidden.includes(name));
  const isAlwaysPresent = (name: string, property: Property) =>
    required.includes(name) &&
    !property['x-extra'] &&
    !property['x-visible-to'] &&
    propertyKindOf(property, `${path}/${name}`) !== 'map' &&
    property.items?.additionalProperties !== true;
  const below = (name: string) =>
    hidden.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
  return {
    type: 'object',
    properties: Object.fromEntries(
      shown.map(([name, property]) => [name, shapeOf({ property, path: `${path}/${name}`, hidden: below(name) })]),
    ),
    required: shown.filter(([name, property]) => isAlwaysPresent(name, property)).map(([name]) => name),
    additionalProperties: false,
  };
}

/** Example id for any record. */
const id = '0123456789abcdef01234567';

/** Candidates for patterns; the first one that matches and fits is used. */
const candidates = [
  ...[id, 'example', 'abcdefgh12345678', '2026-01-31', '12:30', '#336699', '503-555-0100', 'EXAMPLE', '1'],
  '123456',
  'https://example.com',
];

const byFormat: Record<string, string> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  email: 'someone@example.com',
  phone: '503-555-0100',
  colour: '#336699',
  uri: 'https://example.com',
};

/**
 * Generates an example value for a schema from its keywords, for the OpenAPI document. Undefined when there is none.
 */
export function exampleOf(schema: JsonSchema, named: NamedExample = () => undefined): unknown {
  const name = refName(schema);
  if (name !== undefined) return named(name);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice: unknown = [schema.oneOf ?? schema.anyOf ?? []].flat()[0];
  if (isSchema(choice)) return exampleOf(choice, named);
  const [type]: unknown[] = [schema.type].flat();
  return typeof type === 'string' && Object.hasOwn(byType, type) ? byType[type]?.(schema, named) : undefined;
}

/** The example of a component. */
type NamedExample = (name: string) => unknown;

const byType: Record<string, (schema: JsonSchema, named: NamedExample) => unknown> = {
  string: textOf,
  integer: (schema) => Math.max(1, numberOf(schema.minimum, 1)),
  number: (schema) => Math.max(1, numberOf(schema.minimum, 1)),
  boolean: () => true,
  array: (schema, named) => {
    const item = isSchema(schema.items) ? exampleOf(schema.items, named) : undefined;
    return item === undefined ? [] : Array.from({ length: numberOf(schema.minItems, 1) }, () => item);
  },
  object: (schema, named) => {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const entries = Object.entries(properties).flatMap(([name, property]) => {
      const value = isSchema(property) ? exampleOf(property, named) : undefined;
      return value === undefined || isEqual(value, []) ? [] : [[name, value]];
    });
    const lists = requiredOf(schema).filter((name) => !entries.some(([known]) => known === name));
    return Object.fromEntries([...entries, ...lists.map((name) => [name, []])]);
  },
};

function textOf({ pattern, format, title, minLength, maxLength }: JsonSchema): string | undefined {
  const fits = (text: string) =>
    text.length >= numberOf(minLength, 0) && text.length <= numberOf(maxLength, Number.MAX_SAFE_INTEGER);
  if (typeof pattern === 'string') {
    const expression = new RegExp(pattern);
    return candidates.find((text) => expression.test(text) && fits(text));
  }
  // Our own text formats accept any text.
  if (typeof format === 'string' && Object.hasOwn(byFormat, format)) return byFormat[format];
  return [typeof title === 'string' ? title : 'Text', 'Text', 'A', 'A somewhat longer text'].find(fits);
}

const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
const requiredOf = ({ required }: JsonSchema): unknown[] => (Array.isArray(required) ? required : []);
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
