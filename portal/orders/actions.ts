import type { Order } from '#schemas/generated/types.ts';
import { isDeletable, mayGo, type OrderRights, type Status } from '#schemas/orders/transitions.ts';

/** What a person can do with an order as a whole. */
export type OrderAction = 'submit' | 'approve' | 'sendBack' | 'takeBack' | 'reopen' | 'cancel' | 'delete';

interface Button {
  action: OrderAction;
  from: Status;
  to: Status;
  /** Of two buttons for one transition, whose it is. */
  isFor?: (rights: OrderRights) => boolean;
}

/** The transitions that have a button, the likeliest first; whether one is allowed is the schemas' table, and the server decides again. */
const buttons: readonly Button[] = [
  { action: 'submit', from: 'DRAFT', to: 'PENDING' },
  { action: 'approve', from: 'PENDING', to: 'COMPLETE' },
  { action: 'sendBack', from: 'PENDING', to: 'DRAFT', isFor: ({ isOwner }) => !isOwner },
  { action: 'takeBack', from: 'PENDING', to: 'DRAFT', isFor: ({ isOwner }) => isOwner },
  { action: 'cancel', from: 'DRAFT', to: 'CANCELED' },
  { action: 'cancel', from: 'PENDING', to: 'CANCELED' },
  { action: 'cancel', from: 'COMPLETE', to: 'CANCELED' },
  { action: 'reopen', from: 'CANCELED', to: 'DRAFT' },
];

/** The actions that are allowed now, primary first. */
export function actionsOf(order: Pick<Order, 'status' | 'submissionDate'>, rights: OrderRights): OrderAction[] {
  const moves = buttons.filter(
    ({ from, to, isFor }) => from === order.status && mayGo(from, to, rights) && (isFor?.(rights) ?? true),
  );
  const remove: OrderAction[] = rights.canDelete && isDeletable(order) ? ['delete'] : [];
  return [...moves.map(({ action }) => action), ...remove];
}
