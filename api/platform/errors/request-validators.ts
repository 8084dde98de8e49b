import {
  _,
  Ajv,
  type AnySchema,
  type CodeKeywordDefinition,
  type ErrorObject,
  type KeywordDefinition,
  type SchemaValidateFunction,
} from 'ajv';
import addFormats from 'ajv-formats';
import { isMultipleOf } from '#grammar/decimal/decimal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { textFormats } from '#schemas/texts/formats.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';

const { fits, message } = textFormats.email;

/** Rejects an invalid static address; variables are resolved only when the message is sent. */
const validate: SchemaValidateFunction = (_isOn: unknown, value: unknown) => {
  const isWrong = isRecord(value) && value.type === 'static' && typeof value.value === 'string' && !fits(value.value);
  validate.errors = isWrong ? [{ keyword: 'x-recipient', message, params: { path: '/value' } }] : [];
  return !isWrong;
};

/** AJV keyword for a message recipient: `{type: 'variable' | 'static', value}`. */
const recipient: KeywordDefinition = { keyword: 'x-recipient', errors: true, validate };

/** Validates a value and stores the errors. */
interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null | undefined;
}

/**
 * Creates Fastify's validator compiler. Schemas are compiled lazily: compiling those of all routes took half of the
 * startup time, and few processes serve all routes.
 */
export function requestValidators(): (route: { schema: AnySchema }) => Validator {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strict: true,
    keywords: [
      'x-read-only',
      'x-missing',
      'x-pattern-message',
      'x-trim',
      blankTexts,
      nestedDefaults,
      plainKeys,
      recipient,
    ],
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword(multipleOf);
  addFormats.default(ajv);
  for (const [name, { fits }] of Object.entries(textFormats)) ajv.addFormat(name, fits);
  return ({ schema }) => {
    const compiled: { validate?: Validator } = {};
    const validate: Validator = (value) => {
      compiled.validate ??= ajv.compile(schema);
      const isValid = compiled.validate(value);
      validate.errors = compiled.validate.errors;
      return isValid;
    };
    return validate;
  };
}

/**
 * AJV keyword `multipleOf` with decimal arithmetic. AJV's own divides binary floating-point numbers, by which 19.99 is
 * not a multiple of 0.01. In standalone code for the browser, the function is referenced by name (`lineRuntime`).
 */
export const multipleOf: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: {
    message: ({ schemaCode }) => _`"must be multiple of " + ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
  code(context) {
    const isMultiple = context.gen.scopeValue('func', { ref: isMultipleOf, code: _`isMultipleOf` });
    context.pass(_`${isMultiple}(${context.data}, ${context.schemaCode})`);
  },
};

/** Optional text properties of an object and what a blank value becomes. */
export interface BlankTexts {
  names: readonly string[];
  becomes: 'absent' | 'null';
}

/**
 * AJV keyword for optional non-empty texts: converts blank values to absent or null. It stands at the parent object, so
 * that it changes the body before the properties' own keywords run.
 */
const blankTexts: KeywordDefinition = {
  keyword: 'x-blank',
  type: 'object',
  schemaType: 'object',
  before: 'properties',
  modifying: true,
  valid: true,
  validate: ({ names, becomes }: BlankTexts, body: Record<string, unknown>) => {
    for (const name of names) {
      const text = body[name];
      if (typeof text !== 'string' || trimText(text) !== '') continue;
      if (becomes === 'null') body[name] = null;
      else delete body[name];
    }
    return true;
  },
};

/**
 * AJV keyword for objects inside a record, which are always replaced as a whole: sets the defaults of missing properties
 * as the store does, so that a change can be compared with the stored record.
 */
const nestedDefaults: KeywordDefinition = {
  keyword: 'x-defaults',
  type: 'object',
  schemaType: 'object',
  before: 'properties',
  modifying: true,
  valid: true,
  validate: (defaults: Record<string, unknown>, value: Record<string, unknown>) => {
    for (const [name, each] of Object.entries(defaults)) {
      if (value[name] === undefined) value[name] = structuredClone(each);
    }
    return true;
  },
};

/**
 * Returns the path of the first key that MongoDB would interpret as an operator or a path (injection). The depth is
 * bounded before.
 */
export function findUnsafeKey(map: unknown): string | undefined {
  if (map === null || typeof map !== 'object') return undefined;
  const isList = Array.isArray(map);
  for (const key of Object.keys(map)) {
    if (!isList && (key.startsWith('$') || key.includes('.'))) return pointerOf([key]);
    const below = findUnsafeKey(Reflect.get(map, key));
    if (below !== undefined) return pointerOf([key]) + below;
  }
  return undefined;
}

const plainKeyMessage = 'A key must not start with $ or contain a dot';

const validatePlainKeys: SchemaValidateFunction = (_schema: unknown, data: unknown) => {
  const path = findUnsafeKey(data);
  validatePlainKeys.errors =
    path === undefined ? [] : [{ keyword: 'x-plain-keys', message: plainKeyMessage, params: { path } }];
  return path === undefined;
};

/** AJV keyword for free-form maps: keys without dots and without leading $. */
const plainKeys: KeywordDefinition = { keyword: 'x-plain-keys', errors: true, validate: validatePlainKeys };
