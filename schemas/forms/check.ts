import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormData, Problem } from './form.ts';

/**
 * What refuses data in normal form (design 7): missing required fields, values that are no option, and what the validation
 * scripts reject, in the order of the form. Paths are JSON pointers within the form's data.
 */
export function check(form: Form, data: FormData, context: FormContext): Problem[] {
  return [...createFilling(form, data, context, { calculation: 'none' }).problems()];
}
