import type { Problem } from './form.ts';
import { excessOf } from './form-size.ts';
import { readForm } from './read-form.ts';

/**
 * What is wrong with a formSchema: `path` is its JSON pointer in it. Empty for one that may be saved. A save is refused
 * for an unknown type or property, a bad or doubled key, a script that does not compile and a circle of scripts (design 7);
 * one that is too large is not read at all.
 */
export function checkFormSchema(formSchema: unknown): Problem[] {
  const excess = excessOf(formSchema);
  return excess ? [excess] : [...readForm(formSchema).problems];
}
