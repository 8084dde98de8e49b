import type { Form, FormContext, FormData } from './form.ts';
import { normalise } from './normalise.ts';

/** The data of a new order: the normal form of nothing, with what the widgets' initialValue gives (design 7). */
export function initialValues(form: Form, context: FormContext): FormData {
  return normalise(form, {}, context).data;
}
