import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import type { JsonMap } from '#schemas/generated/types.ts';
import { fits } from './fits.ts';
import type { LineFormContext } from './lineFormContext.ts';

/**
 * Finds nothing wrong: a line is checked by the server, which tells it with each save in the words and by the limits that
 * hold (RE2 for patterns, one budget for all lines). A second checker here would need ajv, which compiles by `new Function`
 * and is forbidden by the content policy, or a module of code for each product, and would still say other things. The form
 * itself asks only which of several alternatives a value is.
 */
export const lineValidator: ValidatorType<JsonMap, RJSFSchema, LineFormContext> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: (schema, data, root) => fits(schema, data, root),
};
