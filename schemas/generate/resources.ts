import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { menuOf } from '../resource/back-office.ts';
import { kindOf } from '../resource/kind.ts';
import { baseProperties, resourceOf } from '../resource/resource.ts';
import { nestingProblems, withParts } from './parts.ts';

/** A file to write: its absolute path and its whole text. */
export interface GeneratedFile {
  path: string;
  text: string;
}

const banner = '// Made by `npm run generate` from schemas/*.schema.json. Do not edit.\n';
/** How many items a list may have is checked, and no type: `maxItems` would make one tuple for each length. */
const options = {
  bannerComment: '',
  additionalProperties: false,
  format: false,
  ignoreMinAndMaxItems: true,
} as const;

/**
 * Makes the types and the registry of all resources in `folder` (the schemas folder).
 * Throws an Error listing every file and path that breaks the vocabulary of design 1.
 */
export async function generateResources(folder: string): Promise<GeneratedFile[]> {
  const vocabulary: JSONSchema = JSON.parse(await readFile(join(folder, 'vocabulary/resource.schema.json'), 'utf8'));
  const validate = new Ajv({ allErrors: true, strict: false }).compile<ResourceVocabulary>(vocabulary);
  const written: ResourceVocabulary[] = [];
  const problems: string[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.schema.json')).sort()) {
    const schema: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
    if (validate(schema)) written.push(schema);
    else
      problems.push(
        ...(validate.errors ?? []).map(
          (error) => `schemas/${file}${error.instancePath}: ${error.message} ${unknownKey(error.params)}`,
        ),
      );
  }
  problems.push(...written.flatMap((schema) => nestingProblems(schema, written)));
  const schemas = withParts(written);
  const titles = new Set(schemas.map(({ title }) => title));
  problems.push(...schemas.flatMap((schema) => problemsOf(schema, titles)));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const names = schemas.map(({ title }) => title);
  const types = await Promise.all(
    schemas.flatMap((schema) => [
      compile(recordOf(schema), schema.title, options),
      compile(inputOf(schema), `${schema.title}Input`, options),
    ]),
  );
  return [
    {
      path: join(folder, 'generated/vocabulary.ts'),
      text: `${banner}${await compile(vocabulary, 'ResourceVocabulary', options)}`,
    },
    {
      path: join(folder, 'generated/types.ts'),
      text: `${banner}import type { Operation } from 'fast-json-patch';\n\nexport type JsonMap = Record<string, unknown>;\n\n${types.join('\n')}\n${tableOf('Records', names, '')}\n${tableOf('Inputs', names, 'Input')}\n${parentsOf(schemas)}`,
    },
    { path: join(folder, 'generated/registry.ts'), text: registryOf(schemas) },
    { path: join(folder, 'generated/menu.ts'), text: menuText(schemas) },
  ];
}

const unknownKey = (params: Record<string, unknown>) =>
  typeof params.additionalProperty === 'string' ? `(${params.additionalProperty})` : '';

/** What the vocabulary cannot say: names that must be names of this schema's fields or of another schema. */
function problemsOf(schema: ResourceVocabulary, titles: Set<string>): string[] {
  const known = new Set([...Object.keys(schema.properties), ...Object.keys(baseProperties)]);
  const store = schema['x-store'] ?? {};
  const admin = schema['x-admin'] ?? {};
  const named = [
    ['required', schema.required ?? []],
    ['x-store/search', store.search ?? []],
    ['x-store/sort', (store.sort ?? '').split(',').filter(Boolean)],
    ['x-store/hidden', store.hidden ?? []],
    ['x-store/unique', (store.unique ?? []).flat()],
    ['x-store/indexes', (store.indexes ?? []).flatMap(({ fields }) => fields)],
    ['x-admin/columns', admin.columns ?? []],
    ['x-admin/filters', admin.filters ?? []],
  ] as const;
  const unknown = named.flatMap(([place, names]) =>
    names
      .filter((name) => !known.has(name.replace(/^-/, '').split('.')[0] ?? ''))
      .map((name) => `schemas/${schema.title}/${place}: no field named ${name}`),
  );
  return [
    ...unknown,
    ...foreignReferences(schema.properties, schema.title, titles),
    ...kindless(schema.properties, schema.title),
  ];
}

function foreignReferences(properties: Record<string, Property>, path: string, titles: Set<string>): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = `${path}/properties/${name}`;
    const target = property['x-ref'];
    return [
      ...(target && !titles.has(target) ? [`schemas/${here}/x-ref: no schema is titled ${target}`] : []),
      ...foreignReferences(property.properties ?? {}, here, titles),
      ...(property.items ? foreignReferences({ items: property.items }, here, titles) : []),
    ];
  });
}

/** Properties of a shape that nobody knows, also those inside objects and lists. */
function kindless(properties: Record<string, Property>, path: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = `${path}/properties/${name}`;
    return [
      ...kindProblem(property, here),
      ...kindless(property.properties ?? {}, here),
      ...kindlessItems(property, here),
    ];
  });
}

function kindlessItems({ items }: Property, path: string): string[] {
  if (!items) return [];
  const here = `${path}/items`;
  return [...kindProblem(items, here), ...kindless(items.properties ?? {}, here), ...kindlessItems(items, here)];
}

function kindProblem(property: Property, path: string): string[] {
  try {
    kindOf(property, path);
    return [];
  } catch (error) {
    return [error instanceof Error ? `schemas/${error.message}` : String(error)];
  }
}

/** What a stored record always holds: its base fields, its required ones, the server's, and those with a default. */
function recordOf(schema: ResourceVocabulary): JSONSchema {
  const properties = { ...baseProperties, ...schema.properties };
  const always = Object.entries(schema.properties).filter(
    ([, property]) => (property.readOnly && !property['x-extra']) || property.default !== undefined,
  );
  return asJsonSchema({
    ...schema,
    additionalProperties: false,
    properties,
    required: [
      ...new Set([...Object.keys(baseProperties), ...(schema.required ?? []), ...always.map(([name]) => name)]),
    ],
  });
}

/** What a body may hold when a record is made: no field that the server owns. */
function inputOf(schema: ResourceVocabulary): JSONSchema {
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([, property]) => !property.readOnly));
  return asJsonSchema({
    ...schema,
    title: `${schema.title}Input`,
    description: undefined,
    additionalProperties: false,
    properties,
  });
}

/** json-schema-to-typescript is given plain JSON: titles of properties would become type names of their own. */
function asJsonSchema(schema: object): JSONSchema {
  const keep = new Set(['properties']);
  const strip = (value: unknown, isProperties: boolean, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, false, depth + 1));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => isProperties || depth === 0 || key !== 'title')
        .map(([key, item]) => [key, strip(item, !isProperties && keep.has(key), depth + 1)]),
    );
  };
  return JSON.parse(JSON.stringify(strip(schema, false, 0)));
}

const tableOf = (name: string, names: string[], suffix: string) =>
  `export interface ${name} {\n${names.map((each) => `  ${each}: ${each}${suffix};`).join('\n')}\n}\n`;

/** The resource above of each that is nested. */
const parentsOf = (schemas: ResourceVocabulary[]) => {
  const nested = schemas.flatMap(({ title, 'x-store': { under, within } = {} }) => {
    const above = under?.resource ?? within?.resource;
    return above ? [`  ${title}: '${above}';\n`] : [];
  });
  return `export interface Parents {\n${nested.join('')}}\n`;
};

function registryOf(schemas: ResourceVocabulary[]): string {
  const constants = schemas.map(
    (schema) => `export const ${schema.title}: ResourceVocabulary = ${JSON.stringify(schema, null, 2)};\n`,
  );
  return `${banner}import type { ResourceVocabulary } from './vocabulary.ts';\nimport type { Records } from './types.ts';\n\n${constants.join('\n')}\nexport const schemas = { ${schemas.map(({ title }) => title).join(', ')} } satisfies Record<keyof Records, ResourceVocabulary>;\n`;
}

/** The menu by itself: who shows only that need not load every schema. */
function menuText(schemas: ResourceVocabulary[]): string {
  const items = menuOf(schemas.map(resourceOf)).map(({ path, label, roles }) => ({ path, label, roles }));
  return `${banner}import type { MenuItem } from '../resource/back-office.ts';\n\nexport const menu: readonly MenuItem[] = ${JSON.stringify(items, null, 2)};\n`;
}
