import type { JsonSchema } from './body-schema.ts';

/** What a call answers that has a mail sent by a press: where to look for it. */
export const sentTo: JsonSchema = {
  type: 'object',
  properties: { sentTo: { type: 'string', format: 'email' } },
  required: ['sentTo'],
  additionalProperties: false,
};
