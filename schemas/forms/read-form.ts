import { compileScripts } from './compile-scripts.ts';
import type { Form } from './form.ts';
import { readFormWith } from './read-form-with.ts';

/**
 * Reads a formSchema into the form that the engine works on. Never throws: what is wrong is in `problems`, a widget that
 * cannot be read stands in its place as broken, and a script that does not compile refuses its widget's value (design 7).
 */
export function readForm(formSchema: unknown): Form {
  return readFormWith(formSchema, compileScripts);
}
