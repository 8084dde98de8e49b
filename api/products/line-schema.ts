import type { ErrorObject, ValidateFunction } from 'ajv';
import { LRUCache } from 'lru-cache';
import { copyOf } from '#schemas/forms/copy-of.ts';
import type { Normalized } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { numberOf } from '#schemas/forms/kinds/number.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { invalidRequest, mostProblems, type Problem } from '../errors/catalogue.ts';
import { problemsOf } from '../errors/schema-messages.ts';
import { hashOf } from '../secrets/secrets.ts';
import { misread, newAjv, type Purpose } from './line-ajv.ts';
import { schemaCost } from './schema-cost.ts';
import { unknownWords } from './unknown-words.ts';

/** A schema that lines can be checked by. */
interface Usable {
  validate: ValidateFunction;
  /** How many schemas a value may be held against. */
  schemas: number;
}

/** A schema that can not be used, and why. */
interface Faulty {
  faults: Problem[];
}

/** Bounded by the characters of the schemas: a compiled one takes some hundred bytes for each. */
const cache = new LRUCache<string, Usable | Faulty>({ max: 500, maxSize: 2_000_000 });

/** Read and compiled once for each text of a schema. */
function validatorOf(schema: JsonMap, purpose: Purpose): Usable | Faulty {
  const { hash, length } = textOf(schema);
  const key = `${purpose} ${hash}`;
  const kept = cache.get(key);
  if (kept) return kept;
  const made = compiled(schema, purpose);
  cache.set(key, made, { size: 1 + length });
  return made;
}

/** Each line of an order asks several times, by the very schema that its product is kept with. */
const texts = new WeakMap<JsonMap, { hash: string; length: number }>();

function textOf(schema: JsonMap): { hash: string; length: number } {
  const known = texts.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const made = { hash: hashOf(text), length: text.length };
  texts.set(schema, made);
  return made;
}

function compiled(schema: JsonMap, purpose: Purpose): Usable | Faulty {
  const { schemas, faults: own, isTooMuch } = schemaCost(schema);
  const faults = isTooMuch ? own : [...own, ...misread(schema)];
  if (faults.length > 0) return { faults };
  try {
    return { validate: newAjv(purpose).compile(schema), schemas };
  } catch (error) {
    return { faults: [{ path: '', message: `Is no JSON Schema: ${error instanceof Error ? error.message : error}` }] };
  }
}

/** Why lines can not be checked by a schema, by paths into it; none where they can. */
export function unusableFor(schema: JsonMap): Problem[] {
  const made = validatorOf(schema, 'check');
  return 'faults' in made ? made.faults : [];
}

/** All that is wrong with a schema as its author writes it, by paths into it. */
export function lineSchemaFaults(schema: JsonMap): Problem[] {
  return [...unusableFor(schema), ...unknownWords(schema)].slice(0, mostProblems);
}

/**
 * Throws REQUEST_SCHEMA_INVALID when a product's schema is no JSON Schema or asks for too much, with the path of each
 * fault: it is tried here as orders will, on a line without data and on one with its defaults.
 */
export function assertLineSchema(schema: JsonMap): void {
  const faults = lineSchemaFaults(schema);
  if (faults.length > 0)
    throw invalidRequest(
      'body',
      faults.map((fault) => ({ ...fault, path: `/schema${fault.path}` })),
    );
  checkLineData(schema, {});
  checkLineData(schema, withDefaults(schema, {}));
}

/** What one check of an order's lines may still do: a value against a schema is one step, and so are 20 characters. */
export interface LineBudget {
  left: number;
}

export const lineBudget = (): LineBudget => ({ left: 1_000_000 });

/** What in a line's data does not fit its product's schema; paths from the data on. */
export function checkLineData(schema: JsonMap, data: JsonMap, budget: LineBudget = lineBudget()): Problem[] {
  const made = validatorOf(schema, 'check');
  if ('faults' in made)
    return [{ path: '', message: `The schema of this product can not be used: ${made.faults[0]?.message}` }];
  const found = misfitsOf(made, data, budget);
  if (!found) return [{ path: '', message: 'The lines of this order hold too much to be checked' }];
  const causes = found.filter(isCause).slice(0, mostProblems);
  const labels = lineLabels(schema);
  return distinct(causes.flatMap((fault) => problemsOf(labelled(fault, labels), data)));
}

/** What ajv finds fault with; nothing where the budget does not suffice to ask. */
function misfitsOf({ validate, schemas }: Usable, data: JsonMap, budget: LineBudget): ErrorObject[] | undefined {
  budget.left -= schemas * sizeOf(data);
  if (budget.left < 0) return undefined;
  return validate(data) ? [] : (validate.errors ?? []);
}

/** A line's data as they are kept, and what of them was read in another way than it was sent. */
export interface ReadLine {
  data: JsonMap;
  normalized: Normalized[];
}

/**
 * A line's data with each text that says a number read as one where the schema asks for a number, as in forms (design 7);
 * what is none stays as it was typed, and is a problem at its place.
 */
export function readNumbers(schema: JsonMap, data: JsonMap, budget: LineBudget = lineBudget()): ReadLine {
  const made = validatorOf(schema, 'check');
  const misfits = 'faults' in made ? undefined : misfitsOf(made, data, budget);
  const read = new Map(misfits?.flatMap((fault) => numberIn(fault) ?? []).map((each) => [each.path, each]));
  if (read.size === 0) return { data, normalized: [] };
  const kept = copyOf(data);
  for (const { path, to } of read.values()) put(kept, keysOf(path), to);
  return { data: kept, normalized: [...read.values()] };
}

function numberIn({ keyword, instancePath, params, data }: ErrorObject): Normalized | undefined {
  const isAsked = keyword === 'type' && [params.type].flat().some((type) => type === 'number' || type === 'integer');
  const to = isAsked && typeof data === 'string' ? numberOf(data) : undefined;
  return to === undefined ? undefined : { path: instancePath, from: data, to };
}

/** Sets what stands at a place that is there. */
function put(data: JsonMap, keys: string[], value: unknown): void {
  const last = keys.at(-1);
  const holder = keys.slice(0, -1).reduce((inside: object, key) => Object(Reflect.get(inside, key)), data);
  if (last !== undefined) Reflect.set(holder, last, value);
}

/** What is missing is called as the product calls it, or the one above it where only that has a name for it. */
function labelled(fault: ErrorObject, labels: Map<string, string>): ErrorObject {
  const { keyword, instancePath, params } = fault;
  const key = String(params.missingProperty);
  const title = labels.get(key);
  if (keyword !== 'required' || instancePath !== '' || title === undefined) return fault;
  return { ...fault, parentSchema: { properties: { [key]: { title } } } };
}

/** A product and the one above it may find the same fault. */
function distinct(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((each) => [`${each.path} ${each.message}`, each])).values()];
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / 20);
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 1);
}

/** A line's data with what it lacks taken from the schema's defaults; those of a schema that can not be used are none. */
export function withDefaults(schema: JsonMap, data: JsonMap): JsonMap {
  const filled = copyOf(data);
  // ajv ignores defaults inside allOf, so each part of a combined schema fills in its turn.
  const parts: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [schema];
  for (const part of parts.filter(isRecord)) {
    const made = validatorOf(part, 'fill');
    if ('validate' in made) made.validate(filled);
  }
  return filled;
}

/** 'must match all of' only repeats what its parts have said. */
const isCause = ({ keyword }: ErrorObject) => !['allOf', 'if'].includes(keyword);
