import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { GeneratedFile } from './resources.ts';

type Json = Record<string, unknown>;

interface WidgetFile {
  type: string;
  title: string;
  /** The schema of the whole widget as input, with references resolved. */
  written: Json;
  /** The schema of its config: common and own properties. */
  config: Json;
}

const banner = '// Made by `npm run generate` from schemas/widgets/*.schema.json. Do not edit.\n';
const options = { bannerComment: '', additionalProperties: false, format: false } as const;
const commonFile = 'parts/common.schema.json';

/**
 * Generates the types of all widget types in `folder`/widgets, and the tables of defaults and limits for the form
 * engine. Throws an Error that lists every keyword that the engine does not know, with file and path.
 */
export async function generateWidgets(folder: string): Promise<GeneratedFile[]> {
  const widgets = join(folder, 'widgets');
  const read = async (name: string): Promise<Json> => objectOf(JSON.parse(await readFile(join(widgets, name), 'utf8')));
  const vocabulary: JSONSchema = await read('parts/vocabulary.schema.json');
  const parts = objectOf((await read(commonFile)).$defs);
  const names = (await readdir(widgets)).filter((name) => name.endsWith('.schema.json')).sort();
  const files = await Promise.all(names.map(async (name) => widgetFile(name, await read(name), parts)));
  const common = objectOf(parts.common);
  const meta = objectOf(parts.meta);
  rejectUnknownKeywords(vocabulary, [
    { name: commonFile, schema: common },
    { name: commonFile, schema: meta },
    ...files.map(({ type, config }) => ({ name: `${type}.schema.json`, schema: config })),
  ]);
  const types = await Promise.all([
    compile(vocabulary, 'PartSchema', options),
    compile(forTypes(meta, 'written'), 'MetaInput', options),
    compile(forTypes(meta, 'complete'), 'Meta', options),
    compile(forTypes(common, 'complete'), 'CommonConfig', options),
    ...files.flatMap(({ title, written, config }) => [
      compile(forTypes(written, 'written'), title, options),
      compile(forTypes(config, 'complete'), configName(title), options),
    ]),
  ]);
  return [
    { path: join(folder, 'generated/widgets.ts'), text: textOf({ types, files, common, meta }) },
    { path: join(folder, 'generated/script-parts.ts'), text: scriptPartsText({ meta, files }) },
    { path: join(folder, 'generated/property-help.ts'), text: propertyHelpText({ common, files }) },
  ];
}

const configName = (title: string) => title.replace(/Widget$/, 'Config');

function widgetFile(name: string, schema: Json, parts: Json): WidgetFile {
  const type = name.replace('.schema.json', '');
  const properties = objectOf(schema.properties);
  const config = objectOf(properties.config);
  const own = objectOf(resolveRefs(objectOf(config.properties), parts));
  if (objectOf(properties.type).const !== type)
    throw new Error(`schemas/widgets/${name}: properties/type is not ${type}`);
  if (typeof schema.title !== 'string') throw new Error(`schemas/widgets/${name}: has no title`);
  const whole = { type: 'object', properties: { ...objectOf(objectOf(parts.common).properties), ...own } };
  return {
    type,
    title: schema.title,
    config: { ...whole, additionalProperties: false },
    written: {
      ...schema,
      $schema: undefined,
      properties: {
        type: properties.type,
        id: parts.id,
        meta: { tsType: 'MetaInput' },
        config: { ...whole, additionalProperties: false },
      },
    },
  };
}

/** Resolves all $refs to the common parts. */
function resolveRefs(value: unknown, parts: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveRefs(item, parts));
  if (value === null || typeof value !== 'object') return value;
  if ('$ref' in value) {
    const part = parts[String(value.$ref).replace(`${commonFile}#/$defs/`, '')];
    if (!part) throw new Error(`schemas/widgets: nothing stands at ${String(value.$ref)}`);
    return resolveRefs(part, parts);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveRefs(item, parts)]));
}

/** The engine implements only these keywords (schemas/forms/repair-part.ts); any other one would have no effect. */
function rejectUnknownKeywords(vocabulary: JSONSchema, schemas: { name: string; schema: Json }[]): void {
  const validate = new Ajv({ allErrors: true, strict: false }).compile({ ...vocabulary });
  const problems = schemas.flatMap(({ name, schema }) =>
    validate(schema)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `schemas/widgets/${name}${instancePath}: ${message} ${String(params.additionalProperty ?? '')}`,
        ),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/**
 * The script parts of widgets, in a separate file: only the form designer needs it, and the first load must stay small.
 */
function scriptPartsText({ meta, files }: { meta: Json; files: WidgetFile[] }): string {
  const parts = [...scriptsIn(meta, '/meta'), ...files.flatMap(({ config }) => scriptsIn(config, '/config'))];
  return [
    banner,
    "import type { PartSchema } from './widgets.ts';\n",
    "/** What a script of a widget is for. */\nexport type ScriptPart = NonNullable<PartSchema['x-script']>;\n",
    '/** The parts of a widget that hold a script, by their JSON pointers in it (`x-script` in their schema). */',
    `export const scriptParts: Readonly<Record<string, ScriptPart>> = ${JSON.stringify(Object.fromEntries(parts))};\n`,
  ].join('\n');
}

/** The descriptions of properties, in a separate file that only form authors load. */
function propertyHelpText({ common, files }: { common: Json; files: WidgetFile[] }): string {
  const shared = Object.entries(helpIn(common));
  const own = files.map(({ type, config }) => {
    const lines = Object.entries(helpIn(config)).filter(([key]) => !Object.hasOwn(objectOf(common.properties), key));
    return [type, Object.fromEntries(lines)] as const;
  });
  const table = {
    common: Object.fromEntries(shared),
    ...Object.fromEntries(own.filter(([, help]) => Object.keys(help).length > 0)),
  };
  return [
    banner,
    "/** What properties of a widget's config do (`description` in their schema): those of all types under `common`. */",
    `export const propertyHelp: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(table)};\n`,
  ].join('\n');
}

function helpIn({ properties }: Json): Record<string, string> {
  const lines = Object.entries(objectOf(properties)).map(([key, part]) => [key, objectOf(part).description]);
  return Object.fromEntries(lines.filter(([, help]) => typeof help === 'string'));
}

function scriptsIn(schema: Json, place: string): [place: string, kind: unknown][] {
  const own: [string, unknown][] = 'x-script' in schema ? [[place, schema['x-script']]] : [];
  const parts = Object.entries(isObject(schema.properties) ? schema.properties : {});
  return [...own, ...parts.flatMap(([key, part]) => scriptsIn(objectOf(part), `${place}/${key}`))];
}

/** Strips what the engine does not need: x-script and descriptions. */
function forEngine(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forEngine);
  if (!isObject(value)) return value;
  const remaining = Object.entries(value).filter(([key, each]) => key !== 'x-script' && !isHelp(key, each));
  return Object.fromEntries(remaining.map(([key, each]) => [key, forEngine(each)]));
}

/** In a list of properties, `description` may be the name of a property. */
const isHelp = (key: string, value: unknown) => key === 'description' && typeof value === 'string';

/**
 * Prepares a schema for json-schema-to-typescript: nested widgets by type name, and in a complete config everything
 * with a default is required.
 */
function forTypes(schema: Json, form: 'written' | 'complete'): JSONSchema {
  const mark = (part: Json): Json => {
    if ('x-widget' in part) return { tsType: part['x-widget'] === 'any' ? 'Widget' : 'ContainerWidget' };
    // A maxItems would become a tuple type with that many members.
    const { maxItems: _, ...marked } = part;
    if (isObject(part.items)) marked.items = mark(part.items);
    if (!isObject(part.properties)) return marked;
    const properties = Object.entries(part.properties).map(([key, each]) => [key, mark(objectOf(each))] as const);
    const settled = form === 'complete' ? properties.filter(([, each]) => each.default !== undefined) : [];
    const required = Array.isArray(part.required) ? part.required : [];
    marked.properties = Object.fromEntries(properties);
    return { ...marked, required: [...new Set([...required, ...settled.map(([key]) => key)])] };
  };
  return JSON.parse(JSON.stringify(mark({ additionalProperties: false, ...schema })));
}

function textOf(made: { types: string[]; files: WidgetFile[]; common: Json; meta: Json }): string {
  const { types, files, common, meta } = made;
  const row = ({ type, title }: WidgetFile) => `  ${type}: ${configName(title)};`;
  const shared = Object.keys(objectOf(common.properties));
  const ownOf = (config: Json) =>
    Object.fromEntries(Object.entries(objectOf(config.properties)).filter(([key]) => !shared.includes(key)));
  const table = files.map(
    ({ type, config }) =>
      `  ${type}: { type: 'object', additionalProperties: false, properties: { ...common, ...${JSON.stringify(forEngine(ownOf(config)))} } },`,
  );
  return [
    banner,
    ...types,
    `export type Widget = ${files.map(({ title }) => title).join(' | ')};`,
    `export type WidgetType = Widget['type'];`,
    `/** The complete config of each type: what has a default is there. */\nexport interface Configs {\n${files.map(row).join('\n')}\n}`,
    '/** What a form is made of (design 7); `version` is the number of this format. */\nexport interface FormSchema {\n  version: 1;\n  root: ContainerWidget;\n}',
    `export const metaSchema: PartSchema = ${JSON.stringify(forEngine(meta))};`,
    `const common: Record<string, PartSchema> = ${JSON.stringify(forEngine(common.properties))};`,
    `export const configSchemas: Record<WidgetType, PartSchema> = {\n${table.join('\n')}\n};\n`,
  ].join('\n');
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function objectOf(value: unknown): Json {
  if (!isObject(value)) throw new Error(`schemas/widgets: expected an object, found ${JSON.stringify(value)}`);
  return value;
}
