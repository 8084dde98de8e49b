import { createFilling } from './filling/filling.ts';
import { storedValue } from './filling/places.ts';
import { doesFit } from './filling/problems-of.ts';
import type { Form, FormContext, FormData } from './form.ts';
import { standings } from './visible.ts';

/** The paths of values with format errors, such as a text that is no option. Waivers do not cover these (design 6). */
export function misfits(form: Form, data: FormData, context: FormContext): string[] {
  const filling = createFilling(form, data, context, { calculation: 'none' });
  const found = standings(filling, (widget, row) => !doesFit(widget, storedValue(widget, row) ?? null, context));
  return found.map(({ path }) => path);
}
