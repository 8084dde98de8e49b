import { _, type KeywordDefinition } from 'ajv';
import { isMultipleOf } from '#grammar/decimal/decimal.ts';

/** ajv's own divides binary numbers, by which 19.99 is no multiple of 0.01. This one calculates with decimals. */
export const multipleOf: KeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  validate: (step: number, value: number) => isMultipleOf(value, step),
  error: {
    message: ({ schemaCode }) => _`"must be multiple of " + ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
};
