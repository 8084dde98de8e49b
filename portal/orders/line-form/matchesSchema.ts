import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { keysOf } from '#schemas/forms/pointer.ts';

/**
 * Whether a value matches a schema, as far as that decides which alternative of a form is shown (oneOf, anyOf): type,
 * constant, enum and properties. It is no validation; only the server decides whether a line is valid (design 6).
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
