import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import type { PrintRule } from '../fields.ts';
import {
  buildForm,
  type ImportPosition,
  type ImportState,
  openImport,
  openRoot,
  topPosition,
} from '../import-builder.ts';
import type { ImportResult } from '../imported.ts';
import { readSource, type Source } from '../source.ts';
import { conditionalParts, followRequirements } from './conditional-parts.ts';
import { type Property, propertyOf } from './properties.ts';

/** Whether a JSON object is a JSON Schema of an object, or one with the uiSchema of react-jsonschema-form. */
export function isJsonSchema(value: JsonMap): boolean {
  const isNamed = isRecord(value.schema) || typeof value.$schema === 'string';
  const schema = isRecord(value.schema) ? value.schema : value;
  if (isNamed && typeof schema.type === 'string' && valueTypes.has(schema.type)) return true;
  const isObject = schema.type === undefined || schema.type === 'object';
  return (
    isObject &&
    (isRecord(schema.properties) || (isNamed && [schema.$ref, schema.allOf].some((each) => each !== undefined)))
  );
}

const valueTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array']);

/**
 * Imports a JSON Schema, with the uiSchema of react-jsonschema-form if there is one. Reports by path what has no
 * counterpart.
 */
export function fromJsonSchema(file: JsonMap, idOf: () => string): ImportResult {
  const importing = openImport(idOf);
  const isBare = !isRecord(file.schema);
  const whole = readSource(file, '', importing);
  const raw = isRecord(file.schema) ? file.schema : file;
  const path = isBare ? '' : '/schema';
  const source = isBare ? whole : readSource(raw, path, importing);
  for (const key of ['schema', 'uiSchema', 'uischema']) whole.take(key);
  const ui = isRecord(file.uiSchema) ? file.uiSchema : {};
  const uiSource = readSource(ui, '/uiSchema', importing);
  for (const key of ['$schema', '$id', 'id', 'type', 'definitions', '$defs']) source.take(key);
  const name = source.words('title', 200);
  const description = source.words('description', 2_000);
  const root = openRoot();
  const reading: Reading = { importing, definitions: raw, refs: [], counted: { properties: 0 }, requirements: [] };
  if (typeof raw.type === 'string' && valueTypes.has(raw.type)) {
    // A form of one value, which has no name.
    const answer = { name: 'answer', raw, path, shown: null, ui: { raw: ui, path: '/uiSchema' } };
    const made = propertyOf(reading, answer, topPosition());
    root.rows = made ? [[{ ratio: 1, widget: made }]] : [];
  } else {
    root.rows = objectRows(reading, { raw, source, ui, uiSource }, topPosition());
    reportUnreadKeywords(source);
    reportUnreadKeywords(uiSource);
  }
  if (!isBare) reportUnreadKeywords(whole);
  const formSchema = buildForm(importing, root);
  return { formSchema, about: { ...(name ? { name } : {}), ...(description ? { description } : {}) }, ...importing };
}

/** The state of reading a schema. */
export interface Reading {
  readonly importing: ImportState;
  /** The schema with the definitions that `$ref` refers to. */
  readonly definitions: JsonMap;
  /** The references that are being read, to detect recursion. */
  readonly refs: readonly string[];
  /** The number of properties read, since references could multiply a few definitions. */
  readonly counted: { properties: number };
  /** The properties of the object that are required under a condition. */
  readonly requirements: Requirement[];
}

interface Requirement {
  readonly name: string;
  readonly key: string;
  readonly source: Source;
  readonly print: PrintRule;
}

const maxProperties = 20_000;

/** A schema of an object with its part of the uiSchema. */
export interface ObjectSchema {
  readonly raw: JsonMap;
  readonly source: Source;
  readonly ui: JsonMap;
  readonly uiSource: Source;
}

/** The fields of an object, in the order of ui:order, each in a row. */
export function objectRows(reading: Reading, schema: ObjectSchema, at: ImportPosition) {
  const { source, uiSource } = schema;
  const leave = () => {
    source.leave('properties', 'Only 20,000 properties can be imported');
    return [];
  };
  // Beyond the limit, do not even list the properties: a few references could multiply them a thousand times.
  if (reading.counted.properties > maxProperties) return leave();
  const properties = partsOf(source, 'properties').map((each): Property => ({ ...each, shown: null }));
  const own: Reading = { ...reading, requirements: [] };
  const more = conditionalParts(own, schema);
  reading.counted.properties += properties.length + more.length;
  if (reading.counted.properties > maxProperties) return leave();
  const order = uiSource.list('ui:order').map(String);
  const required = new Set(source.list('required').map(String));
  const rows = inOrder([...properties, ...more], order).flatMap((property) => {
    const isRequired = required.has(property.name) || property.isRequired === true;
    // Its uiSchema is read by the property.
    uiSource.take(property.name);
    const made = propertyOf(reading, { ...property, isRequired, ui: uiOf(schema, property.name) }, at);
    return made ? [[{ ratio: 1, widget: made }]] : [];
  });
  followRequirements(own, schema, { at, rows });
  return rows;
}

const uiOf = ({ ui, uiSource }: ObjectSchema, name: string) => {
  const own = Object.hasOwn(ui, name) ? ui[name] : undefined;
  return { raw: isRecord(own) ? own : {}, path: `${uiSource.path}/${name}` };
};

/** The properties of an object schema. */
export function partsOf(source: Source, key: string): { name: string; raw: unknown; path: string }[] {
  const all = source.take(key);
  if (!isRecord(all)) return [];
  return Object.entries(all).map(([name, raw]) => ({ name, raw, path: `${source.path}/${key}/${name}` }));
}

function inOrder(all: readonly Property[], order: readonly string[]): Property[] {
  const rest = all.filter(({ name }) => !order.includes(name));
  const named = (names: readonly string[]) => names.flatMap((name) => all.filter((each) => each.name === name));
  const star = order.indexOf('*');
  if (star < 0) return [...named(order), ...rest];
  return [...named(order.slice(0, star)), ...rest, ...named(order.slice(star + 1))];
}

/** Reports what has not been read. JSON Schema has few defaults, so that false counts, except for a few keywords. */
export const reportUnreadKeywords = (source: Source): void =>
  source.reportUnread({
    reasonOf: (key) =>
      (Object.hasOwn(reasons, key) ? reasons[key] : undefined) ?? `${key.slice(0, 100)} isn't supported`,
    isWithoutEffect: (key) => withoutEffect.has(key) || !(keywords.has(key) || key.startsWith('ui:')),
    // Answers without a field are never stored, as with `additionalProperties: false`.
    isOnByDefault: (key) => !offByDefault.has(key),
  });

const offByDefault: ReadonlySet<string> = new Set([
  ...['uniqueItems', 'additionalProperties', 'ui:disabled', 'ui:readonly', 'ui:autofocus', 'ui:inline'],
]);

/** The keywords that validate. All others are annotations, which JSON Schema ignores. */
const keywords: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength'],
  ...['minLength', 'pattern', 'items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'maxItems', 'minItems'],
  ...[
    'uniqueItems',
    'contains',
    'maxContains',
    'minContains',
    'maxProperties',
    'minProperties',
    'required',
    'properties',
  ],
  ...['patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'dependencies'],
  ...['dependentRequired', 'dependentSchemas', 'if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', 'not', 'format'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema', 'nullable', 'default', 'readOnly', 'writeOnly', '$ref'],
  ...['$dynamicRef', '$recursiveRef', 'description'],
]);

/** Keywords that change neither questions, answers nor validity (README, Imports). */
const withoutEffect: ReadonlySet<string> = new Set([
  ...['$comment', '$anchor', 'ui:autofocus', 'ui:autocomplete', 'ui:autocapitalize', 'ui:autocorrect', 'ui:classNames'],
  ...['classNames', 'ui:style', 'ui:emptyValue', 'ui:submitButtonOptions', 'ui:label', 'ui:hideError', 'ui:rows'],
  ...['ui:enableMarkdownInDescription', 'ui:enableMarkdownInHelp', 'ui:inputType', 'ui:filePreview', 'ui:yearsRange'],
  ...[
    'ui:format',
    'ui:hideNowButton',
    'ui:hideClearButton',
    'ui:orderable',
    'ui:copyable',
    'ui:duplicateKeySuffixSeparator',
  ],
  ...['ui:title', 'ui:expandable', 'ui:rootFieldId', 'ui:globalOptions', 'examples', 'deprecated', 'ui:placeholder'],
]);

const reasons: Readonly<Record<string, string>> = {
  additionalProperties: 'Answers without a field are never stored',
  anyOf: "Alternatives (anyOf) aren't imported",
  oneOf: "Alternatives (oneOf) aren't imported",
  not: "Negated schemas (not) aren't imported",
  'ui:field': "Custom fields are never run and aren't imported",
};

/** A condition that shows a field. */
export type ShownIf = { readonly key: string; readonly source: Source; readonly print: PrintRule } | null;
