import type { FormContext } from '../forms/form.ts';
import type { Order } from '../generated/types.ts';

type OrderInScripts = Pick<Order, 'status' | 'submissionDate'> & Partial<Pick<Order, 'lastOrder'>>;

/**
 * The variable `$order` of a form's scripts (design 7). Conditions and calculations see the current order, validation
 * scripts the status that the order is validated for. A DRAFT is validated as PENDING, so that its problems are those
 * that would block its submission. Prefilled fields read the client's last order (`last`).
 */
export function orderInScripts(
  { status, submissionDate, lastOrder: last = null }: OrderInScripts,
  checkedFor: Order['status'] = status === 'DRAFT' ? 'PENDING' : status,
): Pick<FormContext, 'order' | 'checkedOrder'> {
  const order = { status, submissionDate, ...(last && { last }) };
  return { order, checkedOrder: { ...order, status: checkedFor } };
}
