import { isRecord } from '#schemas/forms/is-record.ts';
import { isOptionalRarer } from '../../forms/fields/optionalMarks.ts';

/** Whether the form of a line marks the fields that are optional, as forms do, instead of those that are required. */
export function isMarkedOptionalIn(schema: unknown): boolean {
  const parts = partsOf(schema);
  const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])));
  const fields = new Map(parts.flatMap((part) => (isRecord(part.properties) ? Object.entries(part.properties) : [])));
  const optional = [...fields].filter(([key, property]) => !required.has(key) && canBeEmpty(property));
  return isOptionalRarer({ required: required.size, optional: optional.length });
}

/** What a field's label says beside its name; a tick has always a value. */
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

/** The schema itself and those that a combined schema lists: a product's and its parents'. */
function partsOf(schema: unknown): Record<string, unknown>[] {
  if (!isRecord(schema)) return [];
  return [schema, ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap(partsOf) : [])];
}
