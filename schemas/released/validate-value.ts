import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Property } from '../generated/vocabulary.ts';
import { textFormats } from '../texts/formats.ts';

const ajv = new Ajv({ allErrors: true, strict: false });
addFormats.default(ajv, ['uri']);
for (const [name, { fits }] of Object.entries(textFormats)) ajv.addFormat(name, fits);

/** Validates a JSON value by a property's schema (ajv). Returns the errors; empty if it is valid. */
export function validateValue(value: unknown, property: Property): string[] {
  const validate = ajv.compile(asJsonSchema(property));
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message}${Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : ''}`.trim(),
  );
}

/**
 * Tightens a schema for validation: a reference must look like an id, and an object allows only its own properties
 * unless it is a map.
 */
function asJsonSchema({ items, properties, default: _, ...rest }: Property): object {
  const hasNamedProperties = properties && rest.additionalProperties !== true;
  return {
    ...rest,
    ...(rest['x-ref'] ? { pattern: '^[0-9a-f]{24}$' } : {}),
    ...(items ? { items: asJsonSchema(items) } : {}),
    ...(hasNamedProperties ? { additionalProperties: false } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, asJsonSchema(each)])) }
      : {}),
  };
}
