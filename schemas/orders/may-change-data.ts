import type { Order } from '../generated/types.ts';
import type { OrderRights } from './rights.ts';

/** Whether form data, client and lines can be changed: in DRAFT by whoever may update, in PENDING by moderators (design 6). */
export function mayChangeData({ status }: Pick<Order, 'status'>, { canUpdate, canModerate }: OrderRights): boolean {
  return (status === 'DRAFT' && canUpdate) || (status === 'PENDING' && canModerate);
}
