import type { JsonSchema } from './body-schema.ts';

/** JSON Schema of a list of validation problems. `value` describes the invalid value. */
export const problemList = (value: string): JsonSchema => ({
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, value: { description: value }, message: { type: 'string' } },
    required: ['path', 'message'],
    additionalProperties: false,
  },
});
