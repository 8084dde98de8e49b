import type { ErrorObject, ValidateFunction } from 'ajv';
import { LRUCache } from 'lru-cache';
import { nearestWord } from '#grammar/diagnostics/suggestions.ts';
import { cloneJson } from '#schemas/forms/copy-of.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { fileId } from '#schemas/products/line-formats.ts';
import { validateLineMessages } from '#schemas/products/line-problems.ts';
import { type ReadLine, readTypedLine } from '#schemas/products/typed-line.ts';
import { visitLine } from '#schemas/products/visit-line.ts';
import { now } from '../../platform/clock/clock.ts';
import { invalidRequest, maxProblems, type Problem } from '../../platform/errors/catalogue.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import {
  createLineAjv,
  lineKeywords,
  metaSchemaProblems,
  supportedLineFormats,
  type ValidationPurpose,
} from './line-ajv.ts';
import { forbiddenKeywords, schemaCost, subschemasOf } from './schema-cost.ts';

/** A compiled line schema. */
interface Usable {
  validate: ValidateFunction;
  /** Number of schemas that a value may be validated against, for the cost budget. */
  schemas: number;
}

/** An invalid line schema with its problems. */
interface Faulty {
  faults: Problem[];
}

/** Limited by schema length: a compiled one takes some hundred bytes per character. */
const cache = new LRUCache<string, Usable | Faulty>({ max: 500, maxSize: 2_000_000 });

/** Compiles a schema once per text and purpose (cached). */
function validatorOf(schema: JsonMap, purpose: ValidationPurpose): Usable | Faulty {
  const { hash, length } = textOf(schema);
  const key = `${purpose} ${hash}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const compiledSchema = compileSchema(schema, purpose);
  cache.set(key, compiledSchema, { size: 1 + length });
  return compiledSchema;
}

/** The hash of a schema's text. */
export const schemaHash = (schema: JsonMap): string => textOf(schema).hash;

/** Memoized by object: each line of an order needs the hash several times, for the same cached schema object. */
const texts = new WeakMap<JsonMap, { hash: string; length: number }>();

function textOf(schema: JsonMap): { hash: string; length: number } {
  const known = texts.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const compiledSchema = { hash: hashSecret(text), length: text.length };
  texts.set(schema, compiledSchema);
  return compiledSchema;
}

function compileSchema(schema: JsonMap, purpose: ValidationPurpose): Usable | Faulty {
  const { schemas, faults: own, isTooMuch } = schemaCost(schema);
  const faults = isTooMuch ? own : [...own, ...metaSchemaProblems(schema)];
  if (faults.length > 0) return { faults };
  try {
    return { validate: createLineAjv(purpose).compile(schema), schemas };
  } catch (error) {
    return { faults: [{ path: '', message: `Not a JSON Schema: ${error instanceof Error ? error.message : error}` }] };
  }
}

/** Why a schema cannot be used to validate lines, by paths into it; empty when it can. */
export function lineSchemaErrors(schema: JsonMap): Problem[] {
  const compiledSchema = validatorOf(schema, 'check');
  return 'faults' in compiledSchema ? compiledSchema.faults : [];
}

/** All problems of a schema as its author writes it, by paths into it. */
export function lineSchemaProblems(schema: JsonMap): Problem[] {
  return [...lineSchemaErrors(schema), ...unknownKeywordProblems(schema)].slice(0, maxProblems);
}

/**
 * Throws REQUEST_SCHEMA_INVALID with the path of each problem when a product's schema is invalid or too expensive. It
 * tries the schema as orders will: on empty line data and on its defaults.
 */
export function assertLineSchema(schema: JsonMap): void {
  const faults = lineSchemaProblems(schema);
  if (faults.length > 0)
    throw invalidRequest(
      'body',
      faults.map((fault) => ({ ...fault, path: `/schema${fault.path}` })),
    );
  validateLineData(schema, {});
  validateLineData(schema, applyLineDefaults(schema, {}));
}

/** Cost budget for validating an order's lines: one step per value and schema, and per 20 characters. */
export interface LineBudget {
  left: number;
}

export const newLineBudget = (): LineBudget => ({ left: 1_000_000 });

/** Validates line data against a product's schema. Returns problems by paths into the data. */
export function validateLineData(schema: JsonMap, data: JsonMap, budget: LineBudget = newLineBudget()): Problem[] {
  const compiledSchema = validatorOf(schema, 'check');
  if ('faults' in compiledSchema)
    return [{ path: '', message: `The schema of this product is not usable: ${compiledSchema.faults[0]?.message}` }];
  if (!isWithin(budget, compiledSchema, data))
    return [{ path: '', message: 'The lines of this order have too much data to validate' }];
  return validateLineMessages(schema, faultsOf(compiledSchema, data), data);
}

/** Subtracts the cost of one validation from the budget. Returns false when it is exhausted. */
function isWithin(budget: LineBudget, { schemas }: Usable, data: JsonMap): boolean {
  budget.left -= schemas * sizeOf(data);
  return budget.left >= 0;
}

const faultsOf = ({ validate }: Usable, data: JsonMap): ErrorObject[] =>
  validate(data) ? [] : (validate.errors ?? []);

/** Normalizes typed texts in line data for storage, as the schema requires (`readTypedLine`). */
export function normalizeLine(schema: JsonMap, data: JsonMap, budget: LineBudget = newLineBudget()): ReadLine {
  const compiledSchema = validatorOf(schema, 'check');
  if ('faults' in compiledSchema) return { data, normalized: [] };
  if (!isWithin(budget, compiledSchema, data)) return { data, normalized: [] };
  const today = now().toISOString().slice(0, 10);
  return readTypedLine(schema, data, { today, faultsOf: (read) => faultsOf(compiledSchema, read) });
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / 20);
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 1);
}

/** Fills in the schema's defaults. An invalid schema has none. */
export function applyLineDefaults(schema: JsonMap, data: JsonMap): JsonMap {
  const filled = cloneJson(data);
  // ajv ignores defaults inside allOf, so apply each part separately.
  const parts: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [schema];
  for (const part of parts.filter(isRecord)) {
    const compiledSchema = validatorOf(part, 'fill');
    if ('validate' in compiledSchema) compiledSchema.validate(filled);
  }
  return filled;
}

/**
 * Reports unknown keywords and formats in a schema, with a suggestion. ajv ignores them, so a misspelt one would never
 * take effect. Keywords starting with `x-` are annotations, except those for money (`lineAmount`).
 */
function unknownKeywordProblems(schema: unknown, path = ''): Problem[] {
  if (!isRecord(schema)) return [];
  const unknown = Object.keys(schema).filter((key) => !lineKeywords.has(key) && !isNote(key) && !isForeign(key));
  const { format } = schema;
  const isFormat = typeof format !== 'string' || supportedLineFormats.has(format);
  return [
    ...unknown.map((key) => ({
      path: path + pointerOf([key]),
      message: withSuggestion('Unknown keyword', key, lineKeywords),
    })),
    ...(isFormat
      ? []
      : [
          {
            path: `${path}/format`,
            value: format,
            message: withSuggestion('Unknown format', format, supportedLineFormats),
          },
        ]),
    ...moneyFaults(schema, path),
    ...[...subschemasOf(schema), ...definitionsIn(schema)].flatMap(([key, inner]) =>
      unknownKeywordProblems(inner, path + key),
    ),
  ];
}

/** Problems in the money keywords, which would count nothing or the wrong thing. */
function moneyFaults(schema: Record<string, unknown>, path: string): Problem[] {
  const { 'x-money': money, 'x-counted': counted } = schema;
  const isFactor = (factor: unknown) => typeof factor === 'string' || typeof factor === 'number';
  const isCounted = counted === undefined || counted === true || (Array.isArray(counted) && counted.every(isFactor));
  return [
    ...(money === undefined || money === 'USD'
      ? []
      : [{ path: `${path}/x-money`, value: money, message: 'Only USD is supported' }]),
    ...(isCounted
      ? []
      : [
          {
            path: `${path}/x-counted`,
            value: counted,
            message: 'Must be true, or a list of factors: keys and numbers',
          },
        ]),
  ];
}

const isNote = (key: string) => key.startsWith('x-');

/** These are rejected with an error of their own. */
const isForeign = (key: string) => forbiddenKeywords.some((each) => each === key);

function withSuggestion(message: string, word: string, all: ReadonlySet<string>): string {
  const near = nearestWord(word, all);
  return near === undefined ? message : `${message}: did you mean ${near}?`;
}

/** Definitions, including unreferenced ones. */
const definitionsIn = (schema: Record<string, unknown>): [string, unknown][] =>
  ['definitions', '$defs'].flatMap((key) => {
    const definitions = schema[key];
    return isRecord(definitions)
      ? Object.entries(definitions).map(([name, each]): [string, unknown] => [pointerOf([key, name]), each])
      : [];
  });

interface Above {
  parent: string | null;
  schema: JsonMap;
}

/** The combined schema for a product's lines: those of its ancestors, root first, and its own (design 6: allOf). */
export function combinedSchemaOf(
  { schema, parent }: Pick<Product, 'schema' | 'parent'>,
  above: Map<string, Above>,
): JsonMap {
  const chain: JsonMap[] = [schema];
  for (
    let next = parent ? above.get(parent) : undefined;
    next;
    next = next.parent ? above.get(next.parent) : undefined
  ) {
    chain.unshift(next.schema);
  }
  const filled = chain.filter((each) => Object.keys(each).length > 0);
  if (filled.length === 0) return {};
  return filled.length === 1
    ? (filled[0] ?? {})
    : { allOf: filled.map((each, at) => withRefsAt(each, `#/allOf/${at}/`)) };
}

/** Moves a schema into another one: rewrites its internal `$ref`s to the new position. */
function withRefsAt(value: unknown, at: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withRefsAt(each, at));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace(/^#\//, at) : withRefsAt(each, at),
    ]),
  );
}

/** A file in a line's data, with a JSON pointer into the data. */
interface FileOfLine {
  id: string;
  path: string;
}

/** Finds the files in a line's data, at any depth, by the schema format `file`. */
export function filesInLine(schema: JsonMap, data: JsonMap): FileOfLine[] {
  const found = new Map<string, FileOfLine>();
  visitLine(schema, data, ({ schema: { format }, value, path }) => {
    if (format === 'file' && typeof value === 'string' && fileId.test(value)) found.set(path, { id: value, path });
  });
  return [...found.values()];
}
