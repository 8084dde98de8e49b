import type { Form, FormContext, FormData } from './form.ts';
import type { Standing } from './visible.ts';

/** The widgets that need a value now: required, neither hidden in any way nor disabled (design 7). */
export function required(_form: Form, _data: FormData, _context: FormContext): Standing[] {
  return [];
}
