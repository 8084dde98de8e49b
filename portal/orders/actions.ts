import type { Order } from '#schemas/generated/types.ts';

/** What a person can do with an order as a whole. */
export type OrderAction = 'submit' | 'approve' | 'sendBack' | 'takeBack' | 'reopen' | 'cancel' | 'delete';

/** What the signed-in person may do with this order (design 4). */
export type OrderRights = {
  canUpdate: boolean;
  canModerate: boolean;
  canDelete: boolean;
  isOwner: boolean;
  isAdmin: boolean;
};

type Rule = { action: OrderAction; isAllowed: (rights: OrderRights, order: Pick<Order, 'submissionDate'>) => boolean };

/** Design 6's transitions as buttons, the likeliest first; the server decides again. */
const rules: Record<Order['status'], readonly Rule[]> = {
  DRAFT: [
    { action: 'submit', isAllowed: ({ canUpdate }) => canUpdate },
    { action: 'cancel', isAllowed: ({ canUpdate }) => canUpdate },
    // Only a draft that was never submitted can be deleted.
    { action: 'delete', isAllowed: ({ canDelete }, { submissionDate }) => canDelete && submissionDate === null },
  ],
  PENDING: [
    { action: 'approve', isAllowed: ({ canModerate }) => canModerate },
    { action: 'sendBack', isAllowed: ({ canModerate, isOwner }) => canModerate && !isOwner },
    { action: 'takeBack', isAllowed: ({ isOwner }) => isOwner },
    { action: 'cancel', isAllowed: ({ canUpdate }) => canUpdate },
  ],
  COMPLETE: [{ action: 'cancel', isAllowed: ({ canModerate }) => canModerate }],
  CANCELED: [{ action: 'reopen', isAllowed: ({ isAdmin }) => isAdmin }],
};

/** The actions that are allowed now, primary first. */
export function actionsOf(order: Pick<Order, 'status' | 'submissionDate'>, rights: OrderRights): OrderAction[] {
  return rules[order.status].filter(({ isAllowed }) => isAllowed(rights, order)).map(({ action }) => action);
}

/** Whether form data, client and lines can be changed: in DRAFT by whoever may update, in PENDING by moderators. */
export function canEdit({ status }: Pick<Order, 'status'>, { canUpdate, canModerate }: OrderRights): boolean {
  return (status === 'DRAFT' && canUpdate) || (status === 'PENDING' && canModerate);
}
