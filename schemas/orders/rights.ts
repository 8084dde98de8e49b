import type { Order, User } from '../generated/types.ts';
import { lastRequest } from './waivers.ts';

/** What somebody is to an order (design 4); both UIs and the API ask the same questions about it. */
export interface OrderRights {
  canUpdate: boolean;
  canModerate: boolean;
  canDelete: boolean;
  isOwner: boolean;
  isAdmin: boolean;
  /** Asked for the bypass that was asked for last. */
  isRequester: boolean;
  /** Approved it, and may still undo that. */
  isApprover: boolean;
  /**
   * May have it saved automatically. Others than its user may only while it was never submitted: a page that they opened while
   * it was PENDING must not write into a draft that its user has taken back.
   */
  isAutosaver: boolean;
}

interface Person {
  user: Pick<User, 'id' | 'roles'>;
  /** Whether the ability allows this on the order. */
  can: (action: 'update' | 'moderate' | 'delete') => boolean;
  /** Whether somebody of this id is the person, or who acts for them. */
  isOneself: (id: string | undefined) => boolean;
  now: Date;
}

type About = Pick<Order, 'user' | 'actions' | 'approval' | 'status' | 'submissionDate'>;

/** The rights of a person to an order, from what the ability says and what the order notes of people. */
export function orderRightsOf(order: About, { user, can, isOneself, now }: Person): OrderRights {
  const request = lastRequest(order);
  const canUpdate = can('update');
  const isOwner = order.user === user.id;
  return {
    canUpdate,
    canModerate: can('moderate'),
    canDelete: can('delete'),
    isOwner,
    isAdmin: user.roles.includes('ADMIN'),
    // Whoever asked for a bypass, or was really there then, is not who decides about it, for whomever.
    isRequester: isOneself(request?.user) || isOneself(request?.actor?.id),
    isApprover: order.approval?.user === user.id && now.toISOString() < order.approval.undoableUntil,
    isAutosaver: isOwner || order.submissionDate === null,
  };
}

/** Whom a property or a transition is for. */
export type Permission =
  | 'updater'
  | 'moderator'
  | 'otherModerator'
  | 'owner'
  | 'admin'
  | 'deleter'
  | 'approver'
  | 'autosaver';

const permitted = {
  updater: ({ canUpdate }) => canUpdate,
  moderator: ({ canModerate }) => canModerate,
  otherModerator: ({ canModerate, isRequester }) => canModerate && !isRequester,
  owner: ({ canUpdate, isOwner }) => canUpdate && isOwner,
  admin: ({ isAdmin }) => isAdmin,
  deleter: ({ canDelete }) => canDelete,
  approver: ({ canModerate, isApprover }) => canModerate && isApprover,
  autosaver: ({ canUpdate, isAutosaver }) => canUpdate && isAutosaver,
} satisfies Record<Permission, (rights: OrderRights) => boolean>;

/** Whether somebody with these rights is who a property or a transition is for. */
export const allows = (rights: OrderRights, permission: Permission): boolean => permitted[permission](rights);

/** Whom a property or a transition is for, in words: 'by a moderator'. */
export const permittedInWords = {
  updater: 'whoever may update it',
  moderator: 'a moderator',
  otherModerator: 'another moderator',
  owner: 'its user',
  admin: 'an ADMIN',
  deleter: 'whoever may delete it',
  approver: 'whoever approved it, within 30 seconds',
  autosaver: 'its user, or whoever may update it until it is submitted for the first time',
} satisfies Record<Permission, string>;
