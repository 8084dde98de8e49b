import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonSchema } from './body-schema.ts';

/** Example id for any record. */
const id = '0123456789abcdef01234567';

/** Candidates for patterns; the first one that matches and fits is used. */
const candidates = [
  ...[id, 'example', 'abcdefgh12345678', '2026-01-31', '12:30', '#336699', '503-555-0100', 'EXAMPLE', '1'],
  'https://example.com',
];

const byFormat: Record<string, string> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  email: 'someone@example.com',
  phone: '503-555-0100',
  colour: '#336699',
  uri: 'https://example.com',
};

/**
 * Generates an example value for a schema from its keywords, for the OpenAPI document. Undefined when there is none.
 */
export function exampleOf(schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice: unknown = [schema.oneOf ?? []].flat()[0];
  if (isSchema(choice)) return exampleOf(choice);
  const [type]: unknown[] = [schema.type].flat();
  return typeof type === 'string' && Object.hasOwn(byType, type) ? byType[type]?.(schema) : undefined;
}

const byType: Record<string, (schema: JsonSchema) => unknown> = {
  string: textOf,
  integer: (schema) => Math.max(1, numberOf(schema.minimum, 1)),
  number: (schema) => Math.max(1, numberOf(schema.minimum, 1)),
  boolean: () => true,
  array: (schema) => {
    const item = isSchema(schema.items) ? exampleOf(schema.items) : undefined;
    return item === undefined ? [] : Array.from({ length: numberOf(schema.minItems, 1) }, () => item);
  },
  object: (schema) => {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const entries = Object.entries(properties).flatMap(([name, property]) => {
      const value = isSchema(property) ? exampleOf(property) : undefined;
      return value === undefined || isEqual(value, []) ? [] : [[name, value]];
    });
    const lists = requiredOf(schema).filter((name) => !entries.some(([known]) => known === name));
    return Object.fromEntries([...entries, ...lists.map((name) => [name, []])]);
  },
};

function textOf({ pattern, format, title, minLength, maxLength }: JsonSchema): string | undefined {
  const fits = (text: string) =>
    text.length >= numberOf(minLength, 0) && text.length <= numberOf(maxLength, Number.MAX_SAFE_INTEGER);
  if (typeof pattern === 'string') {
    const expression = new RegExp(pattern);
    return candidates.find((text) => expression.test(text) && fits(text));
  }
  // Our own text formats accept any text.
  if (typeof format === 'string' && Object.hasOwn(byFormat, format)) return byFormat[format];
  return [typeof title === 'string' ? title : 'Text', 'Text', 'A', 'A somewhat longer text'].find(fits);
}

const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
const requiredOf = ({ required }: JsonSchema): unknown[] => (Array.isArray(required) ? required : []);
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
