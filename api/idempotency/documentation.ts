import type { JsonSchema } from '../resource/schemas/body-schema.ts';

/** Request header of a call that makes something once for each key (design 3). */
export const idempotencyKey: Record<string, JsonSchema> = {
  'Idempotency-Key': {
    type: 'string',
    maxLength: 200,
    description: 'Kept for a day: the same key makes one record and gets the same answer.',
    examples: ['6d1f7c9e'],
  },
};
