import { createFilling } from './filling/filling.ts';
import { isRequired } from './filling/validate-widget.ts';
import type { Form, FormContext, FormValues } from './form.ts';
import { visibleOccurrences, type WidgetOccurrence } from './visible.ts';

/** The widgets that currently require a value: required, visible and not disabled (design 7). */
export function required(form: Form, data: FormValues, context: FormContext): WidgetOccurrence[] {
  return visibleOccurrences(createFilling(form, data, context, { calculation: 'none' }), isRequired);
}
