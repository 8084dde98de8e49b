import { schemas } from '#schemas/generated/registry.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable, type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { baseProperties, type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { type JsonSchema, plainKeywordsOf, plainKinds } from './body-schema.ts';
import { schemaRef } from './documentation.ts';
import { exampleOf } from './example.ts';

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

/** An id, or the record itself when it is populated. */
function referenceShape(property: Property): JsonSchema {
  const id = { type: 'string', pattern: idPattern };
  const target = Object.values(schemas).find(({ title }) => title === property['x-ref']);
  if (!target || !isRouted(resourceOf(target))) return { pattern: idPattern };
  return { oneOf: [id, schemaRef(target.title), ...(isNullable(property) ? [{ type: 'null' }] : [])] };
}

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
