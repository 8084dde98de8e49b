import { _, type CodeKeywordDefinition } from 'ajv';
import { isMultipleOf } from '#grammar/decimal/decimal.ts';

/**
 * `multipleOf` calculated with decimals: by ajv's own, which divides binary numbers, 19.99 is no multiple of 0.01. In code that is
 * written out for the browser, the function stands under its name (`lineRuntime`).
 */
export const multipleOf: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: {
    message: ({ schemaCode }) => _`"must be multiple of " + ${schemaCode}`,
    params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
  },
  code(context) {
    const isMultiple = context.gen.scopeValue('func', { ref: isMultipleOf, code: _`isMultipleOf` });
    context.pass(_`${isMultiple}(${context.data}, ${context.schemaCode})`);
  },
};
