import type { FormContext } from '#schemas/forms/form.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { idOf, type Named, type ShownOrder } from '../api/queries.ts';
import { randomId } from '../forms/randomId.ts';

/**
 * What the form's scripts read, as the server's do (design 7). While a COMPLETE order is changed (`isChanging`) they run for the
 * submission of the change: at its time, and with the status that it leads to.
 */
export function contextOf(
  order: Pick<ShownOrder, 'client' | 'user' | 'status' | 'submissionDate' | 'changeDate'> & { channel: Named },
  isChanging = false,
): FormContext {
  const { client, user, channel, status, submissionDate, changeDate } = order;
  const submitted = status === 'DRAFT' || isChanging ? null : (changeDate ?? submissionDate);
  return {
    // From submission on a valid order must not turn invalid while it waits (design 6).
    now: submitted ? new Date(submitted) : new Date(),
    zone: 'utc',
    client: typeof client === 'string' ? null : client,
    user: typeof user === 'string' ? { id: idOf(user) } : { id: user.id, name: user.name, email: user.email },
    channel,
    ...orderInScripts({ status, submissionDate }, isChanging ? 'PENDING' : undefined),
    idOf: randomId,
  };
}
