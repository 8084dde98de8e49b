import fc from 'fast-check';

/** The JSON Schema keywords that decide which values fit, and our own `x-` keywords that do. */
export interface SchemaKeywords {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  examples?: readonly unknown[];
  properties?: Readonly<Record<string, SchemaKeywords>>;
  required?: readonly string[];
  items?: SchemaKeywords;
  anyOf?: readonly SchemaKeywords[];
  oneOf?: readonly SchemaKeywords[];
  allOf?: readonly SchemaKeywords[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  $ref?: string;
  'x-widget'?: string;
}

/** Custom values for schemas whose meaning only the caller knows, such as a reference; undefined for all others. */
export type CustomValues = (schema: SchemaKeywords, depth: number) => fc.Arbitrary<unknown> | undefined;

/** Deeper levels are empty, because schemas may be recursive. */
const deepest = 7;

/** Generates values that nearly always fit a schema; other keywords are ignored. */
export function valuesOfSchema(schema: SchemaKeywords, special: CustomValues, depth = 0): fc.Arbitrary<unknown> {
  if (depth > deepest) return fc.constant(null);
  const own = special(schema, depth);
  if (own) return own;
  const { examples = [], enum: values, anyOf, oneOf, allOf } = schema;
  const inside = (each: SchemaKeywords) => valuesOfSchema(each, special, depth + 1);
  if ('const' in schema) return fc.constant(schema.const);
  if (values) return fc.constantFrom(...values);
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (choices.length > 0) return fc.oneof(...choices.map(inside));
  if (allOf)
    return fc.tuple(...[...allOf, { ...schema, allOf: undefined }].map(inside)).map((all) => Object.assign({}, ...all));
  const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  const alternatives = types.map((type) => ofType(type, schema, inside));
  return fc.oneof(...alternatives, ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []));
}

function ofType(type: string, schema: SchemaKeywords, inside: (each: SchemaKeywords) => fc.Arbitrary<unknown>) {
  const { properties = {}, required = [], items, minimum = -1_000, maximum = 100_000 } = schema;
  switch (type) {
    case 'object': {
      const propertyValues = Object.entries(properties).map(([key, each]) => [key, inside(each)]);
      const requiredKeys = required.filter((key) => Object.hasOwn(properties, key));
      const record: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(propertyValues);
      return fc.record(record, { requiredKeys, noNullPrototype: true });
    }
    case 'array':
      return fc.array(items ? inside(items) : fc.jsonValue({ maxDepth: 1 }), { maxLength: schema.maxItems ?? 3 });
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({
        min: Math.ceil(minimum),
        max: Math.floor(Math.max(minimum, Math.min(maximum, 2 ** 31 - 1))),
      });
    case 'number':
      return fc.double({ min: minimum, max: Math.max(minimum, maximum), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ format, pattern, maxLength = 40 }: SchemaKeywords): fc.Arbitrary<string> {
  if (format === 'date-time') return moment.map((date) => date.toISOString());
  if (format === 'date') return moment.map((date) => date.toISOString().slice(0, 10));
  if (format === 'email') return fc.nat(500).map((number) => `fuzz-${number}@example.com`);
  if (format === 'uri') return fc.nat(500).map((number) => `https://fuzz-${number}.invalid/`);
  if (format === 'regex') return fc.constantFrom(',', '[,;]', '(a+)+$', '(?=x)', '\\', '(');
  if (format === 'phone') return fc.constant('503-555-0100');
  if (format === 'colour') return fc.constant('#336699');
  if (pattern) return fc.oneof(matching(pattern), fc.string({ maxLength: 8 }));
  return fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) });
}

/** fast-check supports most patterns; a random string would not match one that it does not support. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  } catch {
    return fc.constantFrom('abc', 'a_b');
  }
}

const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
