import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { isPart, resourceOf } from '../resource/resource.ts';

/** What a resource's schema says of how its records are stored, and nothing else of it. */
export interface ReleasedResource {
  collection: string;
  /** The fields by whose words records are found. */
  search: string[];
  required: string[];
  properties: Record<string, Property>;
}

/** Resources by their title. */
export type Resources = Record<string, ReleasedResource>;

/** The schemas that stored records fit once every migration has run, and the product's version that they were last noted for. */
export interface Released {
  version: string;
  resources: Resources;
}

/** The words of a property that decide whether a stored value fits. */
const words = [
  ...['type', 'format', 'enum', 'default', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['minItems', 'maxItems', 'uniqueItems', 'required', 'additionalProperties', 'writeOnly', 'x-ref', 'x-sealed'],
  ...['x-keys', 'x-copy'],
];

/** What of all schemas says how records are stored; records kept in a list of another stand there. */
export function releasedOf(schemas: readonly ResourceVocabulary[]): Resources {
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
    ...Object.fromEntries(Object.entries(rest).filter(([word]) => words.includes(word))),
    ...(items ? { items: storedProperty(items) } : {}),
    ...(properties ? { properties: storedProperties(properties) } : {}),
  };
}

/** As it stands in its file: a property on each line, so that a commit shows what it changes. */
export function releasedText({ version, resources }: Released): string {
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
