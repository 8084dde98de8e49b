import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormValues, Problem } from './form.ts';

/**
 * Validates data in normal form (design 7): missing required fields, values that are no option, and rejections of
 * validation scripts, in the order of the form. Paths are JSON pointers within the form's data.
 */
export function check(form: Form, data: FormValues, context: FormContext): Problem[] {
  return [...createFilling(form, data, context, { calculation: 'none' }).problems()];
}
