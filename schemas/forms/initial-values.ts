import { type Budget, fullBudget } from './filling/budget.ts';
import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormValues, Problem } from './form.ts';
import { normalObject, openPass } from './normal-value.ts';

/** The data of a new order: the normal form of empty data, with the widgets' initial values (design 7). */
export function initialValues(form: Form, context: FormContext, budget: Budget = fullBudget()): FormValues {
  const pass = openPass(context, { isNew: true });
  return createFilling(form, normalObject(pass, form.scope, {}), context, { calculation: 'all', budget }).data();
}

/**
 * Evaluates all calculated fields: those with a non-static initialValue on a readonly or disabled widget (design 7).
 * Call it on normalized data, before validating and storing them.
 */
export function calculate(form: Form, data: FormValues, context: FormContext): FormValues {
  return createFilling(form, data, context, { calculation: 'calculated' }).data();
}

/**
 * Validates data in normal form (design 7): missing required fields, values that are no option, and rejections of
 * validation scripts, in the order of the form. Paths are JSON pointers within the form's data.
 */
export function check(form: Form, data: FormValues, context: FormContext): Problem[] {
  return [...createFilling(form, data, context, { calculation: 'none' }).problems()];
}
