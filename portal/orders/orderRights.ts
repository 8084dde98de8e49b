import { type ForcedSubject, subject } from '@casl/ability';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { User } from '#schemas/generated/types.ts';
import { type OrderRights, orderRightsOf } from '#schemas/orders/rights.ts';
import { idOf, type PopulatedOrder } from '../api/queries.ts';

/** The part of the abilities of both apps that decides about orders. */
interface OrderAbility {
  rulesFor(action: 'read', subject: 'Order'): readonly { conditions?: Record<string, unknown> | undefined }[];
  can(action: 'update' | 'moderate' | 'delete', record: ForcedSubject<'Order'>): boolean;
}

/**
 * Returns what a person may do with an order (access rules, CASL). The conditions of the rules compare ids, so
 * populated references are replaced by theirs.
 */
export function orderRights(
  ability: OrderAbility,
  order: PopulatedOrder,
  user: Pick<User, 'id' | 'roles'>,
): OrderRights {
  const { id, status, channelId } = order;
  const treeScope = Object.hasOwn(order, 'treeScope') ? order.treeScope : readableTrees(ability);
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

/**
 * The entities whose trees the user reads orders of. Rows have no tree scope: each is in one of these trees, and the API
 * checks in which.
 */
export function readableTrees(ability: Pick<OrderAbility, 'rulesFor'>): string[] {
  const trees = ability.rulesFor('read', 'Order').map(({ conditions }): unknown => conditions?.treeScope);
  return trees.flatMap((tree) => (isRecord(tree) ? [tree.$in].flat() : [tree])).filter((id) => typeof id === 'string');
}
