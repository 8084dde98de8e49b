import { toCents, toSignificant } from '#grammar/decimal/decimal.ts';
import { compile, type Diagnostic, type InputPath, type Program, run, type Type } from '#grammar/index.ts';
import { jsonOf } from '../forms/json-of.ts';
import { pointerOf } from '../forms/pointer.ts';
import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { type Kind, kindOf } from './kind.ts';

/** What a rule refuses, at the JSON pointer of its field. */
export interface Refusal {
  path: string;
  message: string;
}

/** A script of a schema in the rules language, where it stands, and what it reads. */
export interface RecordScript {
  key: string;
  source: string;
  /** The property that it works out; none for a rule. */
  computes?: string;
  program: Program | null;
  diagnostics: readonly Diagnostic[];
  reads: readonly InputPath[];
}

type RecordValues = Readonly<Record<string, unknown>>;

interface RecordScripts {
  rules: RecordScript[];
  /** Each after those whose outcome it reads. */
  computed: RecordScript[];
  /** Properties that read each other in a circle: none of them can be worked out. */
  circle: string[];
}

const kept = new WeakMap<ResourceVocabulary, RecordScripts>();

/** The scripts of a schema's x-rules and x-computed, compiled once. */
export function recordScripts(schema: ResourceVocabulary): RecordScripts {
  const known = kept.get(schema) ?? compiled(schema);
  kept.set(schema, known);
  return known;
}

function compiled(schema: ResourceVocabulary): RecordScripts {
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

/** What is worked out comes after what it is worked out from. */
function inOrder(scripts: RecordScript[]): Pick<RecordScripts, 'computed' | 'circle'> {
  const computed: RecordScript[] = [];
  let waiting = scripts;
  while (waiting.length > 0) {
    const isReady = ({ reads }: RecordScript) =>
      !waiting.some(({ computes }) => reads.some(([name]) => name === computes));
    const ready = waiting.filter(isReady);
    if (ready.length === 0) return { computed, circle: waiting.map(({ computes = '' }) => computes) };
    computed.push(...ready);
    waiting = waiting.filter((script) => !ready.includes(script));
  }
  return { computed, circle: [] };
}

/**
 * The computed properties of a record; undefined for one that comes out as nothing, or as what its kind can not hold. The
 * time and the values of the record are all that they depend on.
 */
export function computedOf(schema: ResourceVocabulary, record: RecordValues, now: Date): Record<string, unknown> {
  const worked: Record<string, unknown> = {};
  for (const { computes = '', program } of recordScripts(schema).computed) {
    const { value } = run(program, { ...record, ...worked }, { now });
    worked[computes] = held(schema.properties[computes] ?? {}, value);
  }
  return worked;
}

/** What the rules of a schema refuse of a record. `isKnown` leaves out the rules that read what the caller can not see. */
export function refusedBy(
  schema: ResourceVocabulary,
  record: RecordValues,
  { now, isKnown = () => true }: { now: Date; isKnown?: (name: string) => boolean },
): Refusal[] {
  const rules = recordScripts(schema).rules.filter(({ reads }) => reads.every(([name]) => isKnown(String(name))));
  return rules.flatMap(({ program, reads }) => {
    const { status, errors, diagnostics } = run(program, record, { now });
    // Where a rejection names no field, the first that the rule reads is where a person would look.
    const own = pointerOf((reads[0] ?? []).slice(0, 1).map(String));
    const refusals = errors.map(({ path, message }) => ({ path: path.length > 0 ? pointerOf(path) : own, message }));
    if (status !== 'error' && status !== 'budget') return refusals;
    return [...refusals, { path: own, message: `A rule of ${schema.title} failed: ${diagnostics.at(-1)?.message}` }];
  });
}

function held(property: Property, value: unknown): unknown {
  const holds = holders[kindOf(property, 'x-computed')];
  return holds(value, property) ?? undefined;
}

type Hold = (value: unknown, property: Property) => unknown;

const text: Hold = (value) =>
  typeof value === 'number' ? String(toSignificant(value)) : typeof value === 'string' ? value : null;
const amount: Hold = (value) => (typeof value === 'number' ? value : null);
const nothing: Hold = () => null;

/** How each kind of property takes the outcome of a script; null for what it can not hold. */
const holders = {
  text,
  longText: text,
  markdown: text,
  email: text,
  phone: text,
  colour: text,
  date: (value) => text(jsonOf(value, { part: 'day', zone: 'UTC' }), {}),
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
} satisfies Record<Kind, Hold>;

/** The kinds that a property may have whose value is worked out. */
export const isComputable = (kind: Kind): boolean => holders[kind] !== nothing;

const recordType = (properties: Record<string, Property>): Record<string, Type> =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, typeIn(property, name)]));

const typeIn = (property: Property, path: string): Type => types[kindOf(property, path)](property);

/** What each kind of property is to a script. */
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
} satisfies Record<Kind, (property: Property) => Type>;
