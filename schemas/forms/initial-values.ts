import { type Budget, fullBudget } from './filling/budget.ts';
import { createFilling } from './filling/filling.ts';
import type { Form, FormContext, FormValues } from './form.ts';
import { normalObject, openPass } from './normal-value.ts';

/** The data of a new order: the normal form of empty data, with the widgets' initial values (design 7). */
export function initialValues(form: Form, context: FormContext, budget: Budget = fullBudget()): FormValues {
  const pass = openPass(context, { isNew: true });
  return createFilling(form, normalObject(pass, form.scope, {}), context, { calculation: 'all', budget }).data();
}
