import type { FormContext } from '#schemas/forms/form.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { idOf, type NamedRecord, type PopulatedOrder } from '../../api/queries.ts';
import { randomId } from '../../forms/randomId.ts';

/**
 * Returns the context of the form's scripts, the same as on the server (design 7). While a COMPLETE order is being
 * changed (`isChanging`), scripts see the submission of the change: its time and its target status.
 */
export function scriptContextOf(
  order: Pick<PopulatedOrder, 'client' | 'user' | 'status' | 'submissionDate' | 'changeDate' | 'lastOrder'> & {
    channel: NamedRecord;
  },
  isChanging = false,
): FormContext {
  const { client, user, channel, submissionDate, changeDate, status } = order;
  const submitted = status === 'DRAFT' || isChanging ? null : (changeDate ?? submissionDate);
  return {
    // The time is fixed at submission: a valid order must not become invalid while it waits (design 6).
    now: submitted ? new Date(submitted) : new Date(),
    zone: 'utc',
    client: typeof client === 'string' ? null : client,
    user: typeof user === 'string' ? { id: idOf(user) } : { id: user.id, name: user.name, email: user.email },
    channel,
    ...orderInScripts(order, isChanging ? 'PENDING' : undefined),
    idOf: randomId,
  };
}
