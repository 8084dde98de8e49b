import type { AnyWidget, Form, FormContext, FormData } from './form.ts';

/** A widget in one place of the data: in a list it stands once in each row. */
export interface Standing {
  widget: AnyWidget;
  /** The path of its value, or of the object it stands in when it has no key. */
  path: string;
}

/** The widgets that no conditional script hides, in the order of the form. */
export function visible(_form: Form, _data: FormData, _context: FormContext): Standing[] {
  return [];
}
