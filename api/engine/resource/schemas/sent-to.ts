import type { JsonSchema } from './body-schema.ts';

/** Response of a route that sends a mail on request: the address it was sent to. */
export const sentTo: JsonSchema = {
  type: 'object',
  properties: { sentTo: { type: 'string', format: 'email' } },
  required: ['sentTo'],
  additionalProperties: false,
};
