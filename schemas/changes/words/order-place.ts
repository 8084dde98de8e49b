import type { Form } from '../../forms/form.ts';
import { Order } from '../../generated/registry.ts';
import { formPlace } from './form-place.ts';
import type { FieldDescription } from './place.ts';
import { recordPlace } from './record-place.ts';

/** An order with the labels of its schema and, if its form is loaded, of its widgets. */
export function orderPlace(form?: Pick<Form, 'scope'>): FieldDescription {
  return recordPlace(Order, form ? { formData: formPlace(form) } : {});
}
