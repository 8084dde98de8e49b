import type { JsonSchema } from './body-schema.ts';

/** The schema of what a check finds, each by its path; `value` says what stands there. */
export const problemList = (value: string): JsonSchema => ({
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, value: { description: value }, message: { type: 'string' } },
    required: ['path', 'message'],
    additionalProperties: false,
  },
});
