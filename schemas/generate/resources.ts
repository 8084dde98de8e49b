import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { rightsPage } from '../access/rights-page.ts';
import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { menuOf } from '../resource/back-office.ts';
import { type PropertyKind, propertyKindOf } from '../resource/kind.ts';
import { baseProperties, resourceOf } from '../resource/resource.ts';
import { type Scope, scopeProperties } from '../resource/scope-properties.ts';
import { doubleProblems, nameProblems } from './name-problems.ts';
import { baseOf, nestingProblems, partBehind, withParts } from './parts.ts';
import { lineOf, type SchemaFile, type SchemaFileProblem } from './problem.ts';
import { propertyProblems } from './property-problems.ts';
import { readSchemas } from './read-schemas.ts';

/** A file to write: its absolute path and text. */
export interface GeneratedFile {
  path: string;
  text: string;
}

const banner = '// Made by `npm run generate` from schemas/*.schema.json. Do not edit.\n';
/** List lengths are validated at run time; with `maxItems` the types would contain a tuple for each length. */
const options = {
  bannerComment: '',
  additionalProperties: false,
  format: false,
  ignoreMinAndMaxItems: true,
} as const;

/**
 * Generates the types and the registry of all resources in `folder` (the schemas folder). Throws an Error that lists
 * every violation of the vocabulary (design 1) with file and path.
 */
export async function generateResources(folder: string): Promise<GeneratedFile[]> {
  const vocabulary = await vocabularyOf(folder);
  const schemas = await schemasBy(vocabulary, folder);
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
    { path: join(folder, 'access/rights.md'), text: rightsPage(schemas) },
  ];
}

/**
 * Reads and validates all schemas in `folder`, with parts expanded. Throws an Error that lists every violation of the
 * vocabulary (design 1) with file and path.
 */
export const allSchemas = async (folder: string): Promise<ResourceVocabulary[]> =>
  schemasBy(await vocabularyOf(folder), folder);

const vocabularyOf = async (folder: string): Promise<JSONSchema> =>
  JSON.parse(await readFile(join(folder, 'vocabulary/resource.schema.json'), 'utf8'));

async function schemasBy(vocabulary: JSONSchema, folder: string): Promise<ResourceVocabulary[]> {
  const { written, problems } = await readSchemas(folder, vocabulary);
  const titles = written.map(({ schema }) => schema.title);
  for (const each of written) problems.push(...nestingProblems(each, written), ...propertyProblems(each, titles));
  const whole = withParts(written);
  // The following checks need resources, which require known kinds.
  if (problems.length === 0)
    problems.push(
      ...doubleProblems(whole),
      ...whole.flatMap((each) => [...searchProblems(each, whole), ...nameProblems(each), ...accessProblems(each)]),
    );
  if (problems.length === 0) problems.push(...(await scriptProblemsOf(whole)));
  if (problems.length > 0) throw new Error(problems.map(lineOf).join('\n'));
  return whole.map(({ schema }) => schema);
}

/** Import the rules language only if there is a script, because its parser is generated, too. */
async function scriptProblemsOf(written: SchemaFile[]): Promise<SchemaFileProblem[]> {
  const hasScripts = ({ schema }: SchemaFile) =>
    schema['x-rules'] !== undefined ||
    Object.values(schema.properties).some((each) => each['x-computed'] !== undefined);
  const scripted = written.filter(hasScripts);
  if (scripted.length === 0) return [];
  const { scriptProblems } = await import('./script-problems.ts');
  return scripted.flatMap(scriptProblems);
}

/**
 * The type of a stored record: required are its base properties, required properties, those set by the server, and
 * those with a default.
 */
function recordOf(schema: ResourceVocabulary): JSONSchema {
  const properties = { ...baseProperties, ...schema.properties };
  const always = Object.entries(schema.properties).filter(
    ([, property]) =>
      (property.readOnly && !property['x-extra'] && !property['x-computed']) || property.default !== undefined,
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

/** The type of a request body that creates a record, without properties that the server sets. */
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

/** Removes titles of properties, which json-schema-to-typescript would turn into separate type names. */
function asJsonSchema(schema: object): JSONSchema {
  const propertyMaps = new Set(['properties']);
  const strip = (value: unknown, isProperties: boolean, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item, false, depth + 1));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => isProperties || depth === 0 || key !== 'title')
        .map(([key, item]) => [key, strip(item, !isProperties && propertyMaps.has(key), depth + 1)]),
    );
  };
  return JSON.parse(JSON.stringify(strip(schema, false, 0)));
}

const tableOf = (name: string, names: string[], suffix: string) =>
  `export interface ${name} {\n${names.map((each) => `  ${each}: ${each}${suffix};`).join('\n')}\n}\n`;

/** Generates the type that maps nested resources to their parents. */
const parentsOf = (schemas: ResourceVocabulary[]) => {
  const nested = schemas.flatMap(({ title, 'x-store': { under, within } = {} }) => {
    const above = under?.resource ?? within?.resource;
    return above ? [`  ${title}: '${above}';\n`] : [];
  });
  return `export interface Parents {\n${nested.join('')}}\n`;
};

/** Keywords that only people need; they would add a kilobyte to the browser's download. */
const documentationKeys = ['$schema', 'tsType', 'serves'];
const withoutNotes = (key: string, value: unknown) => {
  if (!documentationKeys.includes(key) || typeof value !== 'string') return value;
  return key === 'serves' ? '' : undefined;
};

const propertiesOf = (title: string) => `propertiesOf${title}`;

/** Prints a schema as code. The properties of parts occur in several schemas, so they are printed once and spread. */
function asCode(value: object): string {
  const part = (key: string, each: unknown): unknown => {
    if (each === null || typeof each !== 'object') return withoutNotes(key, each);
    const made = partBehind(each);
    if (!made) return each;
    return { ...each, properties: { ...baseOf(made), [`...${made.title}`]: true } };
  };
  return JSON.stringify(value, part, 2).replace(/"\.\.\.(\w+)": true/g, (_, title) => `...${propertiesOf(title)}`);
}

function registryOf(schemas: ResourceVocabulary[]): string {
  const isPart = ({ 'x-store': store }: ResourceVocabulary) => store?.within !== undefined;
  // Declare parts before the schemas that use them.
  const parts = schemas
    .filter(isPart)
    .map(
      ({ title, properties }) =>
        `const ${propertiesOf(title)}: ResourceVocabulary['properties'] = ${asCode(properties)};\n`,
    );
  const constants = schemas.map((schema) => {
    const properties = isPart(schema) ? { [`...${schema.title}`]: true } : schema.properties;
    return `export const ${schema.title}: ResourceVocabulary = ${asCode({ ...schema, properties })};\n`;
  });
  const served = schemas.filter((schema) => !schema['x-store']?.internal);
  const objectLiteral = (each: ResourceVocabulary[]) => `{ ${each.map(({ title }) => title).join(', ')} }`;
  return [
    `${banner}import type { ResourceVocabulary } from './vocabulary.ts';\nimport type { Records } from './types.ts';\n`,
    parts.join('\n'),
    constants.join('\n'),
    '/** The resources with calls: all that a screen is made of. A browser that asks for no more loads no other. */',
    `export const served = ${objectLiteral(served)} satisfies Partial<Record<keyof Records, ResourceVocabulary>>;\n`,
    `export const schemas = ${objectLiteral(schemas)} satisfies Record<keyof Records, ResourceVocabulary>;\n`,
  ].join('\n');
}

/** The menu in a file of its own, so that a page with only the menu need not load every schema. */
function menuText(schemas: ResourceVocabulary[]): string {
  const items = menuOf(schemas.map(resourceOf)).map(({ path, label, roles }) => ({ path, label, roles }));
  return `${banner}import type { MenuItem } from '../resource/back-office.ts';\n\nexport const menu: readonly MenuItem[] = ${JSON.stringify(items, null, 2)};\n`;
}

/** Validates `x-access`: each scope must have the properties that its condition needs. */
function accessProblems({ file, schema }: SchemaFile): SchemaFileProblem[] {
  const { owner } = resourceOf(schema);
  const missing = (scope: Scope) =>
    scopeProperties[scope]
      .map((name) => (name === 'owner' ? owner : name))
      .filter((name) => !Object.hasOwn(schema.properties, name));
  const words = Object.keys(scopeProperties)
    .filter((scope): scope is Scope => Object.hasOwn(scopeProperties, scope))
    .filter((scope) => missing(scope).length === 0);
  return grantsOf(schema).flatMap(({ key, scope }) => {
    const fault = `needs the property ${missing(scope).join(' and ')}, which ${schema.title} has not`;
    return missing(scope).length > 0 ? [{ file, key, value: scope, fault, words }] : [];
  });
}

function grantsOf(schema: ResourceVocabulary): { key: string; scope: Scope }[] {
  return Object.entries(schema['x-access'] ?? {}).flatMap(([principal, grants]) =>
    Array.isArray(grants)
      ? grants.map(({ scope }, index) => ({ key: `x-access/${principal}/${index}/scope`, scope }))
      : [{ key: `x-access/${principal}/scope`, scope: grants.scope }],
  );
}

const texts: PropertyKind[] = ['text', 'longText', 'markdown', 'email', 'phone'];

/**
 * Validates search and copy paths: each must be a text of the record or of a referenced one, and visible to everybody
 * who can read the record. Otherwise a search would reveal hidden values.
 */
function searchProblems({ file, schema }: SchemaFile, all: SchemaFile[]): SchemaFileProblem[] {
  const schemaOf = (title: string | undefined) => all.find((each) => each.schema.title === title)?.schema;
  // Records embedded in a list are searched in memory, where referenced records are not available.
  const references = schema['x-store']?.within ? [] : visibleProperties(schema, ['reference']);
  const words = [
    ...visibleProperties(schema, texts),
    ...references.flatMap((name) => {
      const other = schemaOf(schema.properties[name]?.['x-ref']);
      return other ? visibleProperties(other, texts).map((field) => `${name}.${field}`) : [];
    }),
  ];
  const faultsOf = (path: string, key: string): SchemaFileProblem[] => {
    if (words.includes(path)) return [];
    const [name = '', field] = path.split('.');
    const other = references.includes(name) ? schema.properties[name]?.['x-ref'] : undefined;
    const fault =
      field === undefined || other
        ? `is no text of ${other ?? schema.title} that whoever reads it is answered`
        : `names a field of another record, and ${name} is no reference of ${schema.title}`;
    return [{ file, key, value: path, fault, words }];
  };
  return [
    ...(schema['x-store']?.search ?? []).flatMap((path, index) => faultsOf(path, `x-store/search/${index}`)),
    ...Object.entries(schema.properties).flatMap(([name, { 'x-copy': path, readOnly }]): SchemaFileProblem[] => {
      if (path === undefined) return [];
      const key = `properties/${name}`;
      const unowned = { file, key: `${key}/readOnly`, value: readOnly, fault: 'must be true beside x-copy' };
      return [...faultsOf(path, `${key}/x-copy`), ...(readOnly ? [] : [unowned])];
    }),
  ];
}

/** The properties of these kinds that are visible to everybody who can read a record. */
function visibleProperties(schema: ResourceVocabulary, kinds: PropertyKind[]): string[] {
  const hidden = schema['x-store']?.hidden ?? [];
  const isVisible = (property: Property) =>
    !property.writeOnly && !property['x-extra'] && !property['x-visible-to'] && !property['x-sealed'];
  return Object.entries(schema.properties)
    .filter(([name, property]) => isVisible(property) && !hidden.includes(name))
    .filter(([name, property]) => kinds.includes(propertyKindOf(property, name)))
    .map(([name]) => name);
}
