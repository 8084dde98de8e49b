import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormData } from './form.ts';

/**
 * The data with every calculated field as its expression gives it now: an initialValue that is not static, on a readonly or
 * disabled widget (design 7). To be called on what `normalise` gave, before it is checked and stored.
 */
export function calculate(form: Form, data: FormData, context: FormContext): FormData {
  return createFilling(form, data, context, { calculation: 'calculated' }).data();
}
