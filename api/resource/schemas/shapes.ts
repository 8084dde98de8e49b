import { idPattern } from '../../errors/schema-messages.ts';

/** What documents and holds the answers of calls that answer something else than records. */
export const idShape = { type: 'string', pattern: idPattern };

/** An object of exactly these. */
export const objectOf = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** A list of objects of exactly these. */
export const listOf = (properties: Record<string, object>) => ({ type: 'array', items: objectOf(properties) });
