import type { PartSchema } from '../generated/widgets.ts';
import type { Problem } from './form.ts';
import { isRecord } from './is-record.ts';
import { pointerOf } from './pointer.ts';

export interface SettleResult {
  value: unknown;
  problems: Problem[];
}

/**
 * Validates one part of a widget by its schema and repairs it: fills in defaults, and replaces an invalid value by the
 * default (or nothing), with a problem at its path in the part. It does not use ajv, because these few keywords must
 * work in the browser's first load under a content security policy without eval, and because ajv rejects but cannot
 * repair.
 */
export function repairPart(schema: PartSchema, value: unknown): SettleResult {
  if (value === undefined) return { value: schema.default, problems: none };
  const message = errorOf(schema, value);
  if (message) return { value: schema.default, problems: [{ path: '', value, message }] };
  if (schema.properties && isRecord(value)) return settleObject(schema, value);
  if (schema.items && Array.isArray(value)) return settleList(schema.items, value);
  return { value, problems: none };
}

const none: SettleResult['problems'] = [];

/**
 * Fast path: a large form has tens of thousands of properties, nearly all valid, so nothing is allocated for valid
 * ones.
 */
function settleObject(schema: PartSchema, value: Record<string, unknown>): SettleResult {
  const { properties = {}, required = [] } = schema;
  const complete: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const key of required) {
    if (Object.hasOwn(value, key)) continue;
    problems.push({ path: pointerOf([key]), value: undefined, message: `${key} is missing` });
  }
  // Without a required property the object is invalid as a whole; a list omits it.
  const isComplete = problems.length === 0;
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(properties, key)) continue;
    const message = `Unknown property ${key}; known are ${Object.keys(properties).join(', ')}`;
    problems.push({ path: pointerOf([key]), value: value[key], message });
  }
  for (const key of Object.keys(properties)) {
    const part = properties[key] ?? {};
    const own = Object.hasOwn(value, key) ? value[key] : undefined;
    const settled = own === undefined ? undefined : repairPart(part, own);
    const next = settled ? settled.value : part.default;
    if (next !== undefined) complete[key] = next;
    if (settled && settled.problems.length > 0) problems.push(...within(key, settled));
  }
  return { value: isComplete ? complete : schema.default, problems };
}

/** Omits invalid items, so that the rest can be used. */
function settleList(items: PartSchema, value: unknown[]): SettleResult {
  const settled = value.map((item) => repairPart(items, item ?? null));
  return {
    value: settled.flatMap((item) => (item.value === undefined ? [] : [item.value])),
    problems: settled.flatMap((item, index) => within(index, item)),
  };
}

/** The problems below a key. */
function within(key: string | number, { problems }: SettleResult): SettleResult['problems'] {
  return problems.map((problem) => ({ ...problem, path: pointerOf([key]) + problem.path }));
}

const article = { string: 'a text', number: 'a number', integer: 'a whole number', boolean: 'true or false' } as const;
const shapes = { ...article, array: 'a list', object: 'an object' } as const satisfies Record<
  NonNullable<PartSchema['type']>,
  string
>;

const isShape: Record<NonNullable<PartSchema['type']>, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isRecord,
};

/** The error of a value by its schema's own keywords; undefined if it is valid. */
function errorOf(schema: PartSchema, value: unknown): string | undefined {
  if (schema.type && !isShape[schema.type](value)) return `Must be ${shapes[schema.type]}`;
  if (typeof value === 'string') return textError(schema, value);
  if (typeof value === 'number') return numberError(schema, value);
  if (Array.isArray(value) && value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
    return `Must have at most ${schema.maxItems} items`;
  }
  return undefined;
}

function textError({ enum: known, maxLength, pattern, format }: PartSchema, value: string): string | undefined {
  if (known && !known.includes(value)) return `Must be one of ${known.join(', ')}`;
  if (maxLength !== undefined && [...value].length > maxLength) return `Must have at most ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return `Must match ${pattern}`;
  if (format === 'regex' && !isRegularExpression(value)) return 'Must be a regular expression, without look-around';
  return undefined;
}

/**
 * Whether RE2 will most likely accept the expression. The engine itself is loaded only where such an expression is
 * used.
 */
export function isRegularExpression(text: string): boolean {
  if (/\(\?<?[=!]|\\[1-9k]/.test(text)) return false;
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function numberError({ minimum, maximum }: PartSchema, value: number): string | undefined {
  if (minimum !== undefined && value < minimum) return `Must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `Must be at most ${maximum}`;
  return undefined;
}
