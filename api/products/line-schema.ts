import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { hashOf } from '../auth/secret.ts';
import { invalidRequest, type Problem } from '../errors/catalogue.ts';
import { problemsOf } from '../errors/schema-messages.ts';

const cache = new Map<string, ValidateFunction>();
const cacheLimit = 500;

/** Compiled once for each text of a schema; `useDefaults` is what fills a new line from its product (design 6). */
function validatorOf(schema: JsonMap, isFilling: boolean): ValidateFunction {
  const key = hashOf(`${isFilling}${JSON.stringify(schema)}`);
  const kept = cache.get(key);
  if (kept) return kept;
  if (cache.size >= cacheLimit) cache.clear();
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, useDefaults: isFilling, validateFormats: true });
  addFormatsModule.default(ajv);
  const validate = ajv.compile(schema);
  cache.set(key, validate);
  return validate;
}

/** Throws REQUEST_SCHEMA_INVALID when a product's schema is no JSON Schema. */
export function assertLineSchema(schema: JsonMap): void {
  try {
    validatorOf(schema, false);
  } catch (error) {
    throw invalidRequest('body', [
      { path: '/schema', message: `Is no JSON Schema: ${error instanceof Error ? error.message : String(error)}` },
    ]);
  }
}

/** What in a line's data does not fit its product's schema; paths from the data on. */
export function checkLineData(schema: JsonMap, data: JsonMap): Problem[] {
  const validate = validatorOf(schema, false);
  return validate(data) ? [] : (validate.errors ?? []).filter(isCause).flatMap((fault) => problemsOf(fault, data));
}

/** A line's data with what it lacks taken from the schema's defaults. */
export function withDefaults(schema: JsonMap, data: JsonMap): JsonMap {
  const filled = structuredClone(data);
  // ajv ignores defaults inside allOf, so each part of a combined schema fills in its turn.
  const parts: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [schema];
  for (const part of parts) if (isRecord(part)) validatorOf(part, true)(filled);
  return filled;
}

/** 'must match all of' only repeats what its parts have said. */
const isCause = ({ keyword }: ErrorObject) => !['allOf', 'if'].includes(keyword);
