import type { FormContext } from '../forms/form.ts';
import type { Order } from '../generated/types.ts';

/**
 * The variable `$order` of a form's scripts (design 7). Conditions and calculations see the current order, validation
 * scripts the status that the order is validated for. A DRAFT is validated as PENDING, so that its problems are those
 * that would block its submission.
 */
export function orderInScripts(
  { status, submissionDate }: Pick<Order, 'status' | 'submissionDate'>,
  checkedFor: Order['status'] = status === 'DRAFT' ? 'PENDING' : status,
): Pick<FormContext, 'order' | 'checkedOrder'> {
  return { order: { status, submissionDate }, checkedOrder: { status: checkedFor, submissionDate } };
}
