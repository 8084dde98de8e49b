import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import {
  type LineValidatorModule,
  lineFormSchema,
  lineRuntime,
  typedLineProblems,
} from '#schemas/products/line-runtime.ts';
import type { DataProblem } from './errorSchema.ts';
import type { LineFormContext } from './lineFormContext.ts';

export type FormValidator = ValidatorType<JsonMap, RJSFSchema, LineFormContext>;

/** Validates line data against the JSON schema of its product, the same as the server. */
export interface LineValidator {
  /** The validator that RJSF uses to find the matching alternative (oneOf, anyOf). */
  form: FormValidator;
  /**
   * Returns the problems that a save would report; paths are JSON pointers into the data. `today` is a date such as
   * 2026-11-25.
   */
  problemsOf: (data: JsonMap, today: string) => readonly DataProblem[];
}

/**
 * The fallback without a precompiled validator: the schema is not saved yet, or the module failed to load. Then only
 * the server validates.
 */
export const fallbackValidator: FormValidator = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: (schema, data, root) => matchesSchema(schema, data, root),
};

/** Creates a validator from the module that GET /api/products/{id}/validator returns for the schema. */
export async function createLineValidator(
  { default: make, usesPatterns }: LineValidatorModule,
  schema: JsonMap,
): Promise<LineValidator> {
  // RE2 (linear-time regular expressions) is 260 KB, and most products have no pattern.
  const patterns = usesPatterns ? await import('#schemas/products/linear-pattern.ts') : undefined;
  const root = rjsfSchema(schema);
  const form = createPrecompiledValidator<JsonMap, RJSFSchema, LineFormContext>(
    make(lineRuntime(patterns?.linearPattern)),
    root,
  );
  const faultsOf = (data: JsonMap) => form.rawValidation(root, data).errors ?? [];
  return {
    form: { ...fallbackValidator, isValid: (part, data, whole) => isPartValid(form, part, data, whole) },
    problemsOf: rememberingLast((data, today) => typedLineProblems(schema, data, { faultsOf, today })),
  };
}

/** Returns the schema from which RJSF renders the line form. */
export const rjsfSchema = (schema: JsonMap): RJSFSchema =>
  Object.assign<RJSFSchema, JsonMap>({}, lineFormSchema(schema));

/** Wraps `isValid`: RJSF sometimes asks about a subschema that was not precompiled, which throws. */
function isPartValid(form: FormValidator, part: RJSFSchema, data: JsonMap | undefined, root: RJSFSchema): boolean {
  try {
    return form.isValid(part, data, root);
  } catch {
    // Showing the wrong alternative is better than an error in place of the form.
    return matchesSchema(part, data, root);
  }
}

/** Memoizes the last result per data object: every render validates all lines, and most have not changed. */
function rememberingLast(check: LineValidator['problemsOf']): LineValidator['problemsOf'] {
  const results = new WeakMap<JsonMap, { today: string; problems: readonly DataProblem[] }>();
  return (data, today) => {
    const last = results.get(data);
    if (last?.today === today) return last.problems;
    const problems = check(data, today);
    results.set(data, { today, problems });
    return problems;
  };
}

/**
 * Whether a value matches a schema, to choose the alternative of a form (oneOf, anyOf). Checks only type, constant, enum
 * and properties. It is not a validation; only the server decides whether a line is valid (design 6).
 */
export function matchesSchema(schema: unknown, value: unknown, root: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isRecord(schema)) return true;
  const matches = (each: unknown) => matchesSchema(each, value, root);
  const { $ref, type, enum: choices, required, properties, not, allOf, anyOf, oneOf } = schema;
  return (
    (typeof $ref !== 'string' || matches(partNamed(root, $ref))) &&
    (type === undefined || [type].flat().some((each) => isOfType(value, each))) &&
    (!Object.hasOwn(schema, 'const') || isEqual(schema.const, value)) &&
    (!Array.isArray(choices) || choices.some((each) => isEqual(each, value))) &&
    hasAll(required, value) &&
    propertiesFit(properties, value, root) &&
    (not === undefined || !matches(not)) &&
    (!Array.isArray(allOf) || allOf.every(matches)) &&
    (!Array.isArray(anyOf) || anyOf.some(matches)) &&
    (!Array.isArray(oneOf) || oneOf.filter(matches).length === 1)
  );
}

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
  null: (value) => value === null,
};

const isOfType = (value: unknown, type: unknown): boolean => types[String(type)]?.(value) ?? true;

const hasAll = (required: unknown, value: unknown): boolean =>
  !Array.isArray(required) || !isRecord(value) || required.every((key) => value[String(key)] !== undefined);

function propertiesFit(properties: unknown, value: unknown, root: unknown): boolean {
  if (!isRecord(properties) || !isRecord(value)) return true;
  return Object.entries(properties).every(
    ([key, each]) => value[key] === undefined || matchesSchema(each, value[key], root),
  );
}

function partNamed(root: unknown, reference: string): unknown {
  return keysOf(reference.replace(/^#/, '')).reduce(
    (node: unknown, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined,
    root,
  );
}
