import { compileScripts } from './compile-scripts.ts';
import type { Form } from './form.ts';
import { readFormWith } from './read-form-with.ts';

/**
 * Parses a formSchema into a form. Never throws: errors are in `problems`, a widget that cannot be read is marked as
 * broken, and a script that does not compile rejects its widget's value (design 7).
 */
export function readForm(formSchema: unknown): Form {
  return readFormWith(formSchema, compileScripts);
}
