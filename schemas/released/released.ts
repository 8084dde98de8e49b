import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { isPart, resourceOf } from '../resource/resource.ts';

/** The part of a resource's schema that affects how its records are stored. */
export interface ReleasedResource {
  collection: string;
  /** The fields that are searched. */
  search: string[];
  required: string[];
  properties: Record<string, Property>;
}

/** Resources by title. */
export type Resources = Record<string, ReleasedResource>;

/**
 * The snapshot in `schemas.json`: the schemas that stored records fit once every migration has run, and the product
 * version it was written for.
 */
export interface ReleasedSchemas {
  version: string;
  resources: Resources;
}

/** The keywords of a property that decide whether a stored value is valid. */
const keywords = [
  ...['type', 'format', 'enum', 'default', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['minItems', 'maxItems', 'uniqueItems', 'required', 'additionalProperties', 'writeOnly', 'x-ref', 'x-sealed'],
  ...['x-keys', 'x-copy'],
];

/**
 * Extracts how records are stored from all schemas. Records embedded in a list of another resource are part of that
 * resource.
 */
export function storageSchemas(schemas: readonly ResourceVocabulary[]): Resources {
  const stored = schemas.filter((schema) => !isPart(schema));
  return Object.fromEntries(
    stored.map((schema) => {
      const { path, search } = resourceOf(schema);
      const properties = storedProperties(schema.properties);
      return [schema.title, { collection: path, search, required: schema.required ?? [], properties }];
    }),
  );
}

function storedProperties(properties: Record<string, Property>): Record<string, Property> {
  const stored = Object.entries(properties).filter(([, property]) => !property['x-extra']);
  return Object.fromEntries(stored.map(([name, property]) => [name, storedProperty(property)]));
}

function storedProperty({ items, properties, ...rest }: Property): Property {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([word]) => keywords.includes(word))),
    ...(items ? { items: storedProperty(items) } : {}),
    ...(properties ? { properties: storedProperties(properties) } : {}),
  };
}

/** Formats the snapshot with one property per line, so that a commit shows what it changes. */
export function releasedText({ version, resources }: ReleasedSchemas): string {
  const entries = Object.entries(resources).map(([title, { collection, search, required, properties }]) => {
    const lines = Object.entries(properties).map(([name, property]) => `      ${pair(name, property)}`);
    return [
      `    ${JSON.stringify(title)}: {`,
      `      ${pair('collection', collection)},`,
      `      ${pair('search', search)},`,
      `      ${pair('required', required)},`,
      '      "properties": {',
      lines.map((line) => `  ${line}`).join(',\n'),
      '      }',
      '    }',
    ].join('\n');
  });
  return `{\n  ${pair('version', version)},\n  "resources": {\n${entries.join(',\n')}\n  }\n}\n`;
}

const pair = (name: string, value: unknown) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
