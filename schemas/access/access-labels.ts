import type { AccessScope, GrantedAction, Principal } from './grants.ts';

/** Labels of the principals, in the order of design 4. An ADMIN has all rights, whatever the schemas say. */
export const principalLabels: Record<'ADMIN' | Principal, string> = {
  ADMIN: 'ADMIN',
  DEVELOPER: 'DEVELOPER',
  AGENCY_ADMIN: 'AGENCY_ADMIN',
  AGENCY_USER: 'AGENCY_USER or member of an entity',
  GUILD_MANAGER: 'guild member with MANAGE_USERS',
  SIGNED_IN: 'all signed-in users',
};

/** Labels of the scopes: which records a right applies to. */
export const scopeLabels: Record<AccessScope, string> = {
  all: 'all',
  tree: 'in the tree of the user’s memberships',
  shownInTree: 'in the tree of the user’s memberships, unless hidden',
  own: 'own records',
  ownInTree: 'own records, in the tree of the user’s memberships or outside of any tree',
  self: 'the user’s own account',
  notAdmins: 'users who are not ADMIN',
  line: 'at an entity of the user’s memberships, or below or above one',
  channelForms: 'forms that the user’s channels use',
  openProducts: 'products that availability and access rules open to the user',
  guild: 'of the user’s guild',
  guildItself: 'the user’s guild',
  managedEntities: 'of the entities whose members the user manages',
};

export const actionLabels: Record<GrantedAction, string> = {
  read: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
  moderate: 'decide about',
  proxy: 'sign in as',
};
