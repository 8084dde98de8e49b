import type { AccessScope, GrantedAction, Principal } from './grants.ts';

/** Labels of the principals, in the order of design 4. An ADMIN has all rights, whatever the schemas say. */
export const principalLabels: Record<'ADMIN' | Principal, string> = {
  ADMIN: 'ADMIN',
  DEVELOPER: 'DEVELOPER',
  AGENCY_ADMIN: 'AGENCY_ADMIN',
  AGENCY_USER: 'AGENCY_USER or member of an entity',
  GUILD_MANAGER: 'guild member with MANAGE_USERS',
  SIGNED_IN: 'everybody who is signed in',
};

/** Labels of the scopes: which records a right applies to. */
export const scopeLabels: Record<AccessScope, string> = {
  all: 'all',
  tree: 'in the tree of one’s memberships',
  shownInTree: 'in the tree of one’s memberships, unless hidden',
  own: 'one’s own',
  ownInTree: 'one’s own, in the tree of one’s memberships or outside of any',
  self: 'oneself',
  notAdmins: 'whoever is no ADMIN',
  line: 'at an entity of one’s memberships, below or above',
  channelForms: 'those that one’s channels order on',
  openProducts: 'those that availability and access rules open to one',
  guild: 'of one’s guild',
  guildItself: 'one’s guild',
  managedEntities: 'of the entities whose members one manages',
};

export const actionLabels: Record<GrantedAction, string> = {
  read: 'read',
  create: 'make',
  update: 'change',
  delete: 'delete',
  moderate: 'decide about',
  proxy: 'sign in as',
};
