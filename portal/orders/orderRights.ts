import { type ForcedSubject, subject } from '@casl/ability';
import type { User } from '#schemas/generated/types.ts';
import { type OrderRights, orderRightsOf } from '#schemas/orders/rights.ts';
import { idOf, type PopulatedOrder } from '../api/queries.ts';

/**
 * Returns what a person may do with an order (access rules, CASL). The conditions of the rules compare ids, so
 * populated references are replaced by theirs.
 */
export function orderRights(
  ability: { can(action: 'update' | 'moderate' | 'delete', record: ForcedSubject<'Order'>): boolean },
  order: PopulatedOrder,
  user: Pick<User, 'id' | 'roles'>,
): OrderRights {
  const { id, treeScope, status, channelId } = order;
  const owner = idOf(order.user);
  const record = subject('Order', { id, treeScope, status, channelId, user: owner });
  return orderRightsOf(
    { ...order, user: owner },
    {
      user,
      can: (action) => ability.can(action, record),
      isOneself: (each) => each === user.id,
      now: new Date(),
    },
  );
}
