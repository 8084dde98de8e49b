import type { FormContext } from '../forms/form.ts';
import type { Order } from '../generated/types.ts';

/**
 * What a form's scripts read as $order (design 7): conditions and calculations the order as it is, validation scripts with
 * the status that the check is for. A DRAFT is checked for its submission, so that its problems are what would refuse that.
 */
export function orderInScripts(
  { status, submissionDate }: Pick<Order, 'status' | 'submissionDate'>,
  checkedFor: Order['status'] = status === 'DRAFT' ? 'PENDING' : status,
): Pick<FormContext, 'order' | 'checkedOrder'> {
  return { order: { status, submissionDate }, checkedOrder: { status: checkedFor, submissionDate } };
}
