import type { Order, User } from '../generated/types.ts';
import { lastRequest } from './waivers.ts';

/** The permissions of a person on one order (design 4), used by the API and both UIs. */
export interface OrderRights {
  canUpdate: boolean;
  canModerate: boolean;
  canDelete: boolean;
  isOwner: boolean;
  isAdmin: boolean;
  /** Made the latest bypass request. */
  isRequester: boolean;
  /** Approved the order and can still undo that. */
  isApprover: boolean;
  /**
   * Whether autosave is allowed. People other than the order's user may autosave only until the first submission: a
   * page that they opened while the order was PENDING must not write into a draft that its user has taken back.
   */
  isAutosaver: boolean;
}

interface Person {
  user: Pick<User, 'id' | 'roles'>;
  /** Whether the CASL ability allows this action on the order. */
  can: (action: 'update' | 'moderate' | 'delete') => boolean;
  /** Whether the id is that of the person, or of the user who impersonates them. */
  isOneself: (id: string | undefined) => boolean;
  now: Date;
}

type OrderFacts = Pick<Order, 'user' | 'actions' | 'approval' | 'status' | 'submissionDate'>;

/** Computes a person's permissions on an order from their ability and from the people that the order references. */
export function orderRightsOf(order: OrderFacts, { user, can, isOneself, now }: Person): OrderRights {
  const request = lastRequest(order);
  const canUpdate = can('update');
  const isOwner = order.user === user.id;
  return {
    canUpdate,
    canModerate: can('moderate'),
    canDelete: can('delete'),
    isOwner,
    isAdmin: user.roles.includes('ADMIN'),
    // Whoever requested a bypass must not decide about it, neither in their own name nor while acting for somebody else
    // (separation of duties).
    isRequester: isOneself(request?.user) || isOneself(request?.actor?.id),
    isApprover: order.approval?.user === user.id && now.toISOString() < order.approval.undoableUntil,
    isAutosaver: isOwner || order.submissionDate === null,
  };
}

/** The permission that a property or a transition requires. */
export type Permission =
  | 'updater'
  | 'moderator'
  | 'otherModerator'
  | 'owner'
  | 'admin'
  | 'deleter'
  | 'approver'
  | 'autosaver'
  | 'ownerOrModerator';

const permissionChecks = {
  updater: ({ canUpdate }) => canUpdate,
  moderator: ({ canModerate }) => canModerate,
  otherModerator: ({ canModerate, isRequester }) => canModerate && !isRequester,
  owner: ({ canUpdate, isOwner }) => canUpdate && isOwner,
  admin: ({ isAdmin }) => isAdmin,
  deleter: ({ canDelete }) => canDelete,
  approver: ({ canModerate, isApprover }) => canModerate && isApprover,
  autosaver: ({ canUpdate, isAutosaver }) => canUpdate && isAutosaver,
  ownerOrModerator: ({ canUpdate, isOwner, canModerate }) => canModerate || (canUpdate && isOwner),
} satisfies Record<Permission, (rights: OrderRights) => boolean>;

/** Whether the rights include a permission. */
export const allows = (rights: OrderRights, permission: Permission): boolean => permissionChecks[permission](rights);

/** The permissions as phrases after 'by': 'by a moderator'. */
export const permittedInWords = {
  updater: 'users who can update it',
  moderator: 'a moderator',
  otherModerator: 'another moderator',
  owner: 'its user',
  admin: 'an ADMIN',
  deleter: 'users who can delete it',
  approver: 'the user who approved it, within 30 seconds',
  autosaver: 'its user, or users who can update it until it is submitted for the first time',
  ownerOrModerator: 'its user or a moderator',
} satisfies Record<Permission, string>;
