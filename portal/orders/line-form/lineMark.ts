import { isRecord } from '#schemas/forms/is-record.ts';
import { areOptionalFieldsFewer } from '../../forms/fields/optionalMarks.ts';

/** Whether a line form marks its optional fields, as forms do, instead of the required ones. */
export function isMarkedOptionalIn(schema: unknown): boolean {
  const parts = partsOf(schema);
  const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])));
  const fields = new Map(parts.flatMap((part) => (isRecord(part.properties) ? Object.entries(part.properties) : [])));
  const optional = [...fields].filter(([key, property]) => !required.has(key) && canBeEmpty(property));
  return areOptionalFieldsFewer({ required: required.size, optional: optional.length });
}

/** Returns the mark beside a field's label. A checkbox has none, because it always has a value. */
export function lineMark({
  isRequired,
  isMarkedOptional,
  schema,
}: {
  isRequired: boolean | undefined;
  isMarkedOptional: boolean;
  schema: unknown;
}): 'required' | 'optional' | undefined {
  if (!isMarkedOptional) return isRequired ? 'required' : undefined;
  return !isRequired && canBeEmpty(schema) ? 'optional' : undefined;
}

const canBeEmpty = (schema: unknown): boolean =>
  isRecord(schema) && schema.type !== 'boolean' && schema.readOnly !== true && schema.const === undefined;

/** Returns the schema itself and all schemas under its allOf: the product's and its parents'. */
function partsOf(schema: unknown): Record<string, unknown>[] {
  if (!isRecord(schema)) return [];
  return [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap(partsOf) : [])];
}
