import { _, type CodeKeywordDefinition } from 'ajv';
import { isMultipleOf } from '#grammar/decimal/decimal.ts';

/**
 * AJV keyword `multipleOf` with decimal arithmetic. AJV's own divides binary floating-point numbers, by which 19.99 is
 * not a multiple of 0.01. In standalone code for the browser, the function is referenced by name (`lineRuntime`).
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
