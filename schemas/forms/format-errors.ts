import { createFilling } from './filling/filling.ts';
import { storedValue } from './filling/places.ts';
import { isValidFormat } from './filling/validate-widget.ts';
import type { Form, FormContext, FormValues } from './form.ts';
import { visibleOccurrences } from './visible.ts';

/** The paths of values with format errors, such as a text that is no option. Waivers do not cover these (design 6). */
export function pathsWithFormatErrors(form: Form, data: FormValues, context: FormContext): string[] {
  const filling = createFilling(form, data, context, { calculation: 'none' });
  const found = visibleOccurrences(
    filling,
    (widget, row) => !isValidFormat(widget, storedValue(widget, row) ?? null, context),
  );
  return found.map(({ path }) => path);
}
