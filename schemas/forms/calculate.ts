import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormValues } from './form.ts';

/**
 * Evaluates all calculated fields: those with a non-static initialValue on a readonly or disabled widget (design 7).
 * Call it on normalized data, before validating and storing them.
 */
export function calculate(form: Form, data: FormValues, context: FormContext): FormValues {
  return createFilling(form, data, context, { calculation: 'calculated' }).data();
}
