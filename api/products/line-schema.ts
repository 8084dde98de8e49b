import type { ErrorObject, ValidateFunction } from 'ajv';
import { LRUCache } from 'lru-cache';
import { copyOf } from '#schemas/forms/copy-of.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineProblems } from '#schemas/products/line-problems.ts';
import { type ReadLine, readTypedLine } from '#schemas/products/typed-line.ts';
import { now } from '../clock/clock.ts';
import { invalidRequest, mostProblems, type Problem } from '../errors/catalogue.ts';
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

/** The hash of a schema's text. */
export const schemaHash = (schema: JsonMap): string => textOf(schema).hash;

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
  if (!isWithin(budget, made, data))
    return [{ path: '', message: 'The lines of this order hold too much to be checked' }];
  return lineProblems(schema, faultsOf(made, data), data);
}

/** Takes from the budget what one check of these data costs; answers whether there was enough. */
function isWithin(budget: LineBudget, { schemas }: Usable, data: JsonMap): boolean {
  budget.left -= schemas * sizeOf(data);
  return budget.left >= 0;
}

const faultsOf = ({ validate }: Usable, data: JsonMap): ErrorObject[] =>
  validate(data) ? [] : (validate.errors ?? []);

/** A line's data as a save stores them, with their typed texts read as the schema asks for them (`readTypedLine`). */
export function readLine(schema: JsonMap, data: JsonMap, budget: LineBudget = lineBudget()): ReadLine {
  const made = validatorOf(schema, 'check');
  if ('faults' in made) return { data, normalized: [] };
  if (!isWithin(budget, made, data)) return { data, normalized: [] };
  const today = now().toISOString().slice(0, 10);
  return readTypedLine(schema, data, { today, faultsOf: (read) => faultsOf(made, read) });
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
