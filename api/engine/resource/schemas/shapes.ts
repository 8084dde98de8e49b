import { idPattern } from '../../../platform/errors/schema-messages.ts';

/** JSON Schema of a record id in responses that are no records. */
export const idShape = { type: 'string', pattern: idPattern };

/** JSON Schema of an object with exactly these properties. */
export const objectOf = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** JSON Schema of a list of such objects. */
export const listOf = (properties: Record<string, object>) => ({ type: 'array', items: objectOf(properties) });
