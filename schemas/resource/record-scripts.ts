import { toCents, toSignificant } from '#grammar/decimal/decimal.ts';
import { compile, type Diagnostic, type InputPath, type Program, run, type Type } from '#grammar/index.ts';
import { pointerOf } from '../forms/pointer.ts';
import { toJsonValue } from '../forms/script-value-to-json.ts';
import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from './kind.ts';

/** A validation error from a rule, at the JSON pointer of a field. */
export interface RuleError {
  path: string;
  message: string;
}

/** A compiled script of a schema's `x-rules` or `x-computed`, with its location and the inputs that it reads. */
export interface RecordScript {
  key: string;
  source: string;
  /** The property that it computes; absent for a rule. */
  computes?: string;
  program: Program | null;
  diagnostics: readonly Diagnostic[];
  reads: readonly InputPath[];
}

type RecordValues = Readonly<Record<string, unknown>>;

interface RecordScripts {
  rules: RecordScript[];
  /** In dependency order. */
  computed: RecordScript[];
  /** Properties whose expressions form a dependency cycle; they are not computed. */
  cycle: string[];
}

const cache = new WeakMap<ResourceVocabulary, RecordScripts>();

/** Compiles the scripts of a schema's x-rules and x-computed, cached per schema. */
export function recordScripts(schema: ResourceVocabulary): RecordScripts {
  const known = cache.get(schema) ?? compileScripts(schema);
  cache.set(schema, known);
  return known;
}

function compileScripts(schema: ResourceVocabulary): RecordScripts {
  const types = recordType(schema.properties);
  const script = (key: string, source: string, computes?: string): RecordScript => {
    const { program, diagnostics } = compile(source, { schema: types, mode: computes ? 'value' : 'validate' });
    return { key, source, ...(computes ? { computes } : {}), program, diagnostics, reads: program?.inputPaths ?? [] };
  };
  const rules = [schema['x-rules'] ?? []].flat().map((source, index) => script(`x-rules/${index}`, source));
  const computed = Object.entries(schema.properties).flatMap(([name, { 'x-computed': source }]) =>
    source === undefined ? [] : [script(`properties/${name}/x-computed`, source, name)],
  );
  return { rules, ...inOrder(computed) };
}

/** Topological sort: a computed property comes after those that it reads. */
function inOrder(scripts: RecordScript[]): Pick<RecordScripts, 'computed' | 'cycle'> {
  const computed: RecordScript[] = [];
  let waiting = scripts;
  while (waiting.length > 0) {
    const isReady = ({ reads }: RecordScript) =>
      !waiting.some(({ computes }) => reads.some(([name]) => name === computes));
    const ready = waiting.filter(isReady);
    if (ready.length === 0) return { computed, cycle: waiting.map(({ computes = '' }) => computes) };
    computed.push(...ready);
    waiting = waiting.filter((script) => !ready.includes(script));
  }
  return { computed, cycle: [] };
}

/**
 * Evaluates the computed properties of a record; undefined for a null result, or one that the property's kind cannot
 * hold. The result depends only on the record and the time.
 */
export function computeProperties(
  schema: ResourceVocabulary,
  record: RecordValues,
  now: Date,
): Record<string, unknown> {
  const computed: Record<string, unknown> = {};
  for (const { computes = '', program } of recordScripts(schema).computed) {
    const { value } = run(program, { ...record, ...computed }, { now });
    computed[computes] = convert(schema.properties[computes] ?? {}, value);
  }
  return computed;
}

/**
 * Runs the validation rules of a schema on a record. With `isKnown`, rules that read properties the caller cannot see
 * are skipped.
 */
export function validateRules(
  schema: ResourceVocabulary,
  record: RecordValues,
  { now, isKnown = () => true }: { now: Date; isKnown?: (name: string) => boolean },
): RuleError[] {
  const rules = recordScripts(schema).rules.filter(({ reads }) => reads.every(([name]) => isKnown(String(name))));
  return rules.flatMap(({ program, reads }) => {
    const { status, errors, diagnostics } = run(program, record, { now });
    // A rejection without a field is shown at the first field that the rule reads.
    const own = pointerOf((reads[0] ?? []).slice(0, 1).map(String));
    const rejections = errors.map(({ path, message }) => ({ path: path.length > 0 ? pointerOf(path) : own, message }));
    if (status !== 'error' && status !== 'budget') return rejections;
    return [...rejections, { path: own, message: `A rule of ${schema.title} failed: ${diagnostics.at(-1)?.message}` }];
  });
}

function convert(property: Property, value: unknown): unknown {
  const convertKind = converters[propertyKindOf(property, 'x-computed')];
  return convertKind(value, property) ?? undefined;
}

type Convert = (value: unknown, property: Property) => unknown;

const text: Convert = (value) =>
  typeof value === 'number' ? String(toSignificant(value)) : typeof value === 'string' ? value : null;
const amount: Convert = (value) => (typeof value === 'number' ? value : null);
const nothing: Convert = () => null;

/** Converts a script's result for each kind of property; null if the kind cannot hold it. */
const converters = {
  text,
  longText: text,
  markdown: text,
  email: text,
  phone: text,
  colour: text,
  date: (value) => text(toJsonValue(value, { part: 'day', zone: 'UTC' }), {}),
  dateTime: (value) => (value instanceof Date ? value.toISOString() : null),
  number: amount,
  integer: (value) =>
    typeof value === 'number' && Number.isInteger(toSignificant(value)) ? toSignificant(value) : null,
  money: (value) => (typeof value === 'number' ? toCents(value) : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  enum: (value, property) => (property.enum?.includes(value) ? value : null),
  reference: nothing,
  list: nothing,
  object: nothing,
  map: nothing,
} satisfies Record<PropertyKind, Convert>;

/** The kinds of results that a property of each kind can hold. */
const holds = {
  text: ['text', 'number'],
  longText: ['text', 'number'],
  markdown: ['text', 'number'],
  email: ['text'],
  phone: ['text', 'number'],
  colour: ['text'],
  date: ['date', 'text'],
  dateTime: ['date'],
  number: ['number'],
  integer: ['number'],
  money: ['number'],
  boolean: ['boolean'],
  enum: ['text', 'number'],
  reference: [],
  list: [],
  object: [],
  map: [],
} satisfies Record<PropertyKind, string[]>;

/**
 * The kind of a computed property's result, if the property can never hold it, with the kinds that it can hold. The
 * result would always be stored as no value.
 */
export function resultMismatch(
  { program }: RecordScript,
  kind: PropertyKind,
): { result: string; allowed: string[] } | undefined {
  const result = program?.resultKind ?? null;
  const allowed: string[] = holds[kind];
  return result === null || result === 'nothing' || allowed.includes(result) ? undefined : { result, allowed };
}

/** Whether a property of this kind can be computed. */
export const isComputable = (kind: PropertyKind): boolean => converters[kind] !== nothing;

const recordType = (properties: Record<string, Property>): Record<string, Type> =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, typeIn(property, name)]));

const typeIn = (property: Property, path: string): Type => types[propertyKindOf(property, path)](property);

/** The type of each kind of property in the rules language. */
const types = {
  text: () => 'text',
  longText: () => 'text',
  markdown: () => 'text',
  email: () => 'text',
  phone: () => 'text',
  colour: () => 'text',
  date: () => 'date',
  dateTime: () => 'date',
  number: () => 'number',
  integer: () => 'number',
  money: () => 'number',
  boolean: () => 'boolean',
  enum: ({ enum: values = [] }) => (values.some((value) => typeof value === 'number') ? 'any' : 'text'),
  reference: () => 'text',
  list: ({ items = {} }) => ({ list: typeIn(items, 'items') }),
  object: ({ properties = {} }) => ({ record: recordType(properties) }),
  map: () => 'any',
} satisfies Record<PropertyKind, (property: Property) => Type>;
