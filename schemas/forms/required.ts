import { createFilling } from './filling/filling.ts';
import { isRequired } from './filling/problems-of.ts';
import type { Form, FormContext, FormData } from './form.ts';
import { type Standing, standings } from './visible.ts';

/** The widgets that currently require a value: required, visible and not disabled (design 7). */
export function required(form: Form, data: FormData, context: FormContext): Standing[] {
  return standings(createFilling(form, data, context, { calculation: 'none' }), isRequired);
}
