import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { GeneratedFile } from './resources.ts';

type Json = Record<string, unknown>;

interface WidgetFile {
  type: string;
  title: string;
  /** The whole widget as it may be written, with what it refers to put in. */
  written: Json;
  /** Its config alone: the common part, then its own properties. */
  config: Json;
}

const banner = '// Made by `npm run generate` from schemas/widgets/*.schema.json. Do not edit.\n';
const options = { bannerComment: '', additionalProperties: false, format: false } as const;
const commonFile = 'parts/common.schema.json';

/**
 * Makes the types of all widget types in `folder`/widgets and the tables of defaults and limits the form engine runs on.
 * Throws an Error listing every file and path that says what the engine does not know.
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
  refuseUnknown(vocabulary, [
    { name: commonFile, schema: common },
    { name: commonFile, schema: meta },
    ...files.map(({ type, config }) => ({ name: `${type}.schema.json`, schema: config })),
  ]);
  const types = await Promise.all([
    compile(vocabulary, 'PartSchema', options),
    compile(typed(meta, 'written'), 'MetaInput', options),
    compile(typed(meta, 'complete'), 'Meta', options),
    compile(typed(common, 'complete'), 'CommonConfig', options),
    ...files.flatMap(({ title, written, config }) => [
      compile(typed(written, 'written'), title, options),
      compile(typed(config, 'complete'), configName(title), options),
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
  const own = objectOf(resolved(objectOf(config.properties), parts));
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

/** The schema with every reference into the common parts replaced by the part. */
function resolved(value: unknown, parts: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, parts));
  if (value === null || typeof value !== 'object') return value;
  if ('$ref' in value) {
    const part = parts[String(value.$ref).replace(`${commonFile}#/$defs/`, '')];
    if (!part) throw new Error(`schemas/widgets: nothing stands at ${String(value.$ref)}`);
    return resolved(part, parts);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, parts)]));
}

/** The engine reads these words only (schemas/forms/settle.ts), so any other one would be said and not done. */
function refuseUnknown(vocabulary: JSONSchema, schemas: { name: string; schema: Json }[]): void {
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

/** Where a widget's scripts stand, apart from the rest: only who edits forms needs to know, and the first load is full. */
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

/** What properties do, in words, apart from the rest: only form authors read it. */
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

/** The schema as the engine reads it: it runs scripts by their names, and has no use for help. */
function forEngine(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forEngine);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => key !== 'x-script' && !isHelp(key, each));
  return Object.fromEntries(kept.map(([key, each]) => [key, forEngine(each)]));
}

/** Among properties, a `description` is one of them. */
const isHelp = (key: string, value: unknown) => key === 'description' && typeof value === 'string';

/** For the types: widgets by name, and in a complete config all that has a default is there. */
function typed(schema: Json, form: 'written' | 'complete'): JSONSchema {
  const mark = (part: Json): Json => {
    if ('x-widget' in part) return { tsType: part['x-widget'] === 'any' ? 'Widget' : 'ContainerWidget' };
    // A list's greatest length would become a tuple type of that many members.
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
