import type { Form, FormContext, FormData, Problem } from './form.ts';

/** What of a change a person may not make: values of readonly and disabled widgets that differ from before (design 7). */
export function changesToReadonly(_form: Form, _before: FormData, _after: FormData, _context: FormContext): Problem[] {
  return [];
}
