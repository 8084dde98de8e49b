import type { Problem } from './form.ts';
import { excessOf } from './form-size.ts';
import { readForm } from './read-form.ts';

/**
 * Validates a formSchema before it is saved. Returns the problems with their JSON pointers; empty if it is valid.
 * Rejects unknown types and properties, invalid and duplicate keys, scripts that do not compile and cycles of scripts
 * (design 7). A form that is too large is not read at all.
 */
export function checkFormSchema(formSchema: unknown): Problem[] {
  const excess = excessOf(formSchema);
  return excess ? [excess] : [...readForm(formSchema).problems];
}
