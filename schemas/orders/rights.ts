/** What somebody is to an order (design 4); both UIs and the API ask the same questions about it. */
export interface OrderRights {
  canUpdate: boolean;
  canModerate: boolean;
  canDelete: boolean;
  isOwner: boolean;
  isAdmin: boolean;
  /** Asked for the bypass that was asked for last. */
  isRequester: boolean;
}

/** What a transition asks of whoever makes it. */
export type Permission = 'updater' | 'moderator' | 'otherModerator' | 'owner' | 'admin' | 'deleter';

const permitted = {
  updater: ({ canUpdate }) => canUpdate,
  moderator: ({ canModerate }) => canModerate,
  otherModerator: ({ canModerate, isRequester }) => canModerate && !isRequester,
  owner: ({ isOwner }) => isOwner,
  admin: ({ isAdmin }) => isAdmin,
  deleter: ({ canDelete }) => canDelete,
} satisfies Record<Permission, (rights: OrderRights) => boolean>;

/** Whether somebody with these rights is who a transition is for. */
export const allows = (rights: OrderRights, permission: Permission): boolean => permitted[permission](rights);

/** Whom a transition is for, in words: 'by a moderator'. */
export const permittedInWords = {
  updater: 'whoever may update it',
  moderator: 'a moderator',
  otherModerator: 'another moderator',
  owner: 'its user',
  admin: 'an ADMIN',
  deleter: 'whoever may delete it',
} satisfies Record<Permission, string>;
