import type { Property } from '../generated/vocabulary.ts';

/**
 * All kinds of properties. Each consumer (database, table cell, input, filter) handles all of them in a closed table.
 */
const propertyKinds = [
  'text',
  'longText',
  'markdown',
  'email',
  'phone',
  'colour',
  'date',
  'dateTime',
  'number',
  'integer',
  'money',
  'boolean',
  'enum',
  'reference',
  'list',
  'object',
  'map',
] as const;

export type PropertyKind = (typeof propertyKinds)[number];

/** An object without named properties, or with free keys, is a map: edited and stored as JSON. */
const isMap = (property: Property) => property.additionalProperties === true || !property.properties;

/** The formats that are a kind of their own; other formats are plain text. */
const byFormat: { [Format in NonNullable<Property['format']>]?: PropertyKind } = {
  'date-time': 'dateTime',
  date: 'date',
  email: 'email',
  phone: 'phone',
  colour: 'colour',
};

const byType = {
  string: (property) => {
    if (property['x-ref']) return 'reference';
    if (property.enum) return 'enum';
    const formatted = property.format && byFormat[property.format];
    if (formatted) return formatted;
    if (property['x-admin']?.widget === 'markdown') return 'markdown';
    return property['x-admin']?.widget === 'textarea' ? 'longText' : 'text';
  },
  number: (property) => (property['x-money'] ? 'money' : 'number'),
  integer: (property) => (property['x-money'] ? 'money' : 'integer'),
  boolean: () => 'boolean',
  array: (property) => (property.items ? 'list' : undefined),
  object: (property) => (isMap(property) ? 'map' : 'object'),
  null: () => undefined,
} satisfies Record<string, (property: Property) => PropertyKind | undefined>;

/** The JSON type of a property, ignoring `null`; undefined if the schema has none. */
export function typeOf(property: Property): keyof typeof byType | undefined {
  return Array.isArray(property.type) ? property.type[0] : property.type;
}

/** Whether the property accepts null. */
export function isNullable(property: Property): boolean {
  return Array.isArray(property.type);
}

/** Classifies a schema property by its kind. Throws an Error with `path` if it is none of them. */
export function propertyKindOf(property: Property, path: string): PropertyKind {
  const type = typeOf(property);
  const kind = type && byType[type](property);
  if (!kind)
    throw new Error(
      `${path}: no kind for ${JSON.stringify(property).slice(0, 120)}; known: ${propertyKinds.join(', ')}`,
    );
  return kind;
}
