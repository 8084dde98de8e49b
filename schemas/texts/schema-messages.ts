import { keysOf, pointerOf, valueUnder } from '../forms/pointer.ts';
import { tooManyDecimals } from '../typed-values/parse-number.ts';
import { textFormats } from './formats.ts';

/** The part of a schema that messages use. */
interface LabelledSchema {
  title?: string;
  properties?: Record<string, LabelledSchema>;
  required?: string[];
  'x-read-only'?: string[];
  'x-missing'?: string;
  'x-pattern-message'?: string;
  enum?: unknown[];
  [keyword: string]: unknown;
}

/** An ajv error (with `verbose`): the failed keyword, its location, and the schema around it. */
export interface AjvError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
  parentSchema?: LabelledSchema;
  /** The invalid value. */
  data?: unknown;
}

/** A validation problem; `path` is a JSON pointer into the validated value. */
export interface SchemaProblem {
  path: string;
  value?: unknown;
  message: string;
}

/** Converts an ajv error into messages for people, in the words of the spec if it has some (spec 5). */
export function problemsOfAjvError(fault: AjvError, data: unknown): SchemaProblem[] {
  if (fault.keyword === 'required') {
    const name = String(fault.params.missingProperty);
    return missingIn(fault.parentSchema?.properties?.[name] ?? {}, name, fault.instancePath + pointerOf([name]));
  }
  const explain = Object.hasOwn(messages, fault.keyword) ? messages[fault.keyword] : undefined;
  const { path = fault.instancePath, message } = explain?.(fault) ?? { message: fault.message ?? 'Is not valid' };
  const value = scalarAt(data, path);
  return [value === undefined || path === '' ? { path, message } : { path, value, message }];
}

/** A missing object is reported field by field, since people fill in fields. */
function missingIn(schema: LabelledSchema, name: string, path: string): SchemaProblem[] {
  const { title = name, properties = {}, required = [], 'x-missing': message = requiredMessage(title) } = schema;
  if (required.length === 0) return [{ path, message }];
  return required.flatMap((each) => missingIn(properties[each] ?? {}, each, path + pointerOf([each])));
}

const labelOf = ({ parentSchema, instancePath }: AjvError) => parentSchema?.title ?? lastOf(instancePath);

const messages: Record<string, (fault: AjvError) => { path?: string; message: string }> = {
  minLength: (fault) =>
    fault.params.limit === 1
      ? { message: requiredMessage(labelOf(fault)) }
      : { message: `At least ${fault.params.limit} characters` },
  maxLength: (fault) => ({ message: `At most ${fault.params.limit} characters` }),
  maxItems: (fault) => ({ message: maxItemsMessage(Number(fault.params.limit)) }),
  pattern: (fault) => {
    const pattern = String(fault.params.pattern);
    if (pattern === idPattern) return { message: 'Must be 24 character hex string' };
    if (pattern === filledPattern) return { message: requiredMessage(labelOf(fault)) };
    return { message: fault.parentSchema?.['x-pattern-message'] ?? `Must match ${pattern}` };
  },
  format: (fault) => ({
    message: messageOfFormat.get(String(fault.params.format)) ?? `Must be a valid ${fault.params.format}`,
  }),
  multipleOf: ({ params: { multipleOf } }) => ({
    message: multipleOf === 0.01 ? tooManyDecimals : `Must be a multiple of ${multipleOf}`,
  }),
  minimum: (fault) => ({ message: `At least ${formatLimit(fault.params.limit)}` }),
  maximum: (fault) => ({ message: `At most ${formatLimit(fault.params.limit)}` }),
  exclusiveMinimum: (fault) => ({ message: `Must be more than ${formatLimit(fault.params.limit)}` }),
  exclusiveMaximum: (fault) => ({ message: `Must be less than ${formatLimit(fault.params.limit)}` }),
  minItems: ({ params: { limit } }) => ({ message: limit === 1 ? 'At least one' : `At least ${limit}` }),
  const: (fault) => ({ message: `Must be ${String(fault.params.allowedValue)}` }),
  anyOf: () => ({ message: 'Must match one of the alternatives' }),
  oneOf: () => ({ message: 'Must match exactly one of the alternatives' }),
  enum: (fault) => ({ message: `Must be one of: ${(fault.parentSchema?.enum ?? []).map(String).join(', ')}` }),
  additionalProperties: (fault) => {
    const name = String(fault.params.additionalProperty);
    const path = fault.instancePath + pointerOf([name]);
    return {
      path,
      message: fault.parentSchema?.['x-read-only']?.includes(name) ? 'Can only be set by the server' : 'Unknown field',
    };
  },
  'x-plain-keys': nestedError,
  'x-recipient': nestedError,
  type: (fault) => ({ message: `Must be ${[fault.params.type].flat().map(typeInWords).join(' or ')}` }),
};

const formatLimit = (limit: unknown) => (typeof limit === 'number' ? numbers.format(limit) : String(limit));
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

const typeInWords = (type: unknown) => types.get(type) ?? String(type);

/** Types that people meet in forms; the others occur only in API requests. */
const types = new Map<unknown, string>([
  ['number', 'a number'],
  ['integer', 'a whole number'],
]);

/** The path and message of an error of our own keywords, which report paths below their schema. */
function nestedError(fault: AjvError): { path: string; message: string } {
  return { path: `${fault.instancePath}${String(fault.params.path)}`, message: fault.message ?? '' };
}

const messageOfFormat = new Map<string, string>(
  Object.entries(textFormats).map(([name, { message }]) => [name, message]),
);

/** The message for a list that is too long. */
export const maxItemsMessage = (count: number): string => `At most ${count} ${count === 1 ? 'item' : 'items'}`;

/** The pattern of a record id (spec 3). */
export const idPattern = '^[0-9a-f]{24}$';

/** The pattern of a text that is not blank. */
export const filledPattern = '\\S';

/** The message of spec 5 for a missing required value. */
export const requiredMessage = (label: string) => `Missing required field: ${label}`;

const lastOf = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);

/**
 * The value at a JSON pointer. Only scalars are included in a problem, so that a response never echoes a whole body.
 */
function scalarAt(data: unknown, pointer: string): unknown {
  const value = valueUnder(data, keysOf(pointer));
  return typeof value === 'object' && value !== null ? undefined : value;
}
