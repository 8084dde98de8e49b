import { type ForcedSubject, subject } from '@casl/ability';
import type { User } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { lastRequest } from '#schemas/orders/waivers.ts';
import { idOf, type ShownOrder } from '../api/queries.ts';

/** What a person may do with an order: the rules' conditions speak of ids, so the shown records give way to theirs. */
export function orderRights(
  ability: { can(action: 'update' | 'moderate' | 'delete', record: ForcedSubject<'Order'>): boolean },
  order: ShownOrder,
  user: Pick<User, 'id' | 'roles'>,
): OrderRights {
  const { id, treeScope, status, channelId } = order;
  const owner = idOf(order.user);
  const record = subject('Order', { id, treeScope, status, channelId, user: owner });
  return {
    canUpdate: ability.can('update', record),
    canModerate: ability.can('moderate', record),
    canDelete: ability.can('delete', record),
    isOwner: owner === user.id,
    isAdmin: user.roles.includes('ADMIN'),
    isRequester: lastRequest(order)?.user === user.id,
  };
}
