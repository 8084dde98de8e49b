import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { invalidRequest, mostProblems, type Problem } from '../errors/catalogue.ts';
import { problemsOf } from '../errors/schema-messages.ts';
import { hashOf } from '../secrets/secrets.ts';
import { fileId } from './line-files.ts';
import { linearPattern } from './linear-pattern.ts';
import { schemaCost } from './schema-cost.ts';
import { uniqueItems } from './unique-items.ts';

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
  const text = JSON.stringify(schema);
  const key = `${purpose} ${hashOf(text)}`;
  const kept = cache.get(key);
  if (kept) return kept;
  const made = compiled(schema, purpose);
  cache.set(key, made, { size: 1 + text.length });
  return made;
}

function compiled(schema: JsonMap, purpose: Purpose): Usable | Faulty {
  const { schemas, faults } = schemaCost(schema);
  if (faults.length > 0) return { faults };
  try {
    // What a schema may say is asked of one that stays: to compile that takes far longer than any product's schema.
    if (jsonSchema.validateSchema(schema) !== true) throw new Error(`schema is invalid: ${jsonSchema.errorsText()}`);
    return { validate: newAjv(purpose).compile(schema), schemas };
  } catch (error) {
    return { faults: [{ path: '', message: `Is no JSON Schema: ${error instanceof Error ? error.message : error}` }] };
  }
}

/** Whether a line is checked, or a new one filled from its product (design 6). */
type Purpose = 'check' | 'fill';

const jsonSchema = new Ajv({ strict: false });

/**
 * An ajv keeps whatever it has compiled for as long as it lives, `removeSchema` or not: so each schema of a product has a
 * bare one that goes with it. Fastify's own is for our schemas, which stay: it is strict, and reads patterns by V8.
 */
function newAjv(purpose: Purpose): Ajv {
  const options = { allErrors: true, verbose: true, strict: false, validateFormats: true, meta: false } as const;
  const ajv = new Ajv({ ...options, useDefaults: purpose === 'fill', validateSchema: false, code: { regExp } });
  // The fast ones are linear in the text, as the others are not.
  addFormatsModule.default(ajv, { mode: 'fast' });
  ajv.addFormat('file', fileId);
  ajv.addFormat('textarea', true);
  ajv.addFormat('url', /^(?:https?|ftp):\/\/[^\s/?#]\S*$/i);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(uniqueItems);
  return ajv;
}

/** What ajv makes its patterns by; `code` is for validators that are written out, which these never are. */
const regExp = Object.assign(linearPattern, { code: 'linearPattern' });

/**
 * Throws REQUEST_SCHEMA_INVALID when a product's schema is no JSON Schema or asks for too much, with the path of each
 * fault: it is tried here as orders will, on a line without data and on one with its defaults.
 */
export function assertLineSchema(schema: JsonMap): void {
  const made = validatorOf(schema, 'check');
  if ('faults' in made)
    throw invalidRequest(
      'body',
      made.faults.map((fault) => ({ ...fault, path: `/schema${fault.path}` })),
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
  budget.left -= made.schemas * sizeOf(data);
  if (budget.left < 0) return [{ path: '', message: 'The lines of this order hold too much to be checked' }];
  if (made.validate(data)) return [];
  const causes = (made.validate.errors ?? []).filter(isCause).slice(0, mostProblems);
  const labels = lineLabels(schema);
  return distinct(causes.flatMap((fault) => problemsOf(labelled(fault, labels), data)));
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
  const filled = structuredClone(data);
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
