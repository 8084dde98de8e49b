import type { AccessExplanation, GrantExplanation, GrantOrigin, Verdict } from './access-explanation.ts';
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

/** For example 'May read', 'May not decide about'. */
export const verdictText = ({ action, isAllowed }: Verdict<GrantOrigin>): string =>
  `${isAllowed ? 'May' : 'May not'} ${actionLabels[action]}`;

/**
 * The reasons of a decision as sentences: the grants that apply, or, if the action is denied, each grant with what is
 * missing.
 */
export function accessReasons({ isAllowed, ways }: Verdict<GrantOrigin>): string[] {
  const leading = ways.filter(({ isGranted, isInScope }) => isGranted && isInScope !== false);
  return isAllowed ? leading.map(leads) : ways.map(lacks);
}

function leads({ principal, scope, from }: GrantExplanation<GrantOrigin>): string {
  const by = [...new Set(from.map(originWords).filter((words) => words !== ''))];
  return `As ${new Intl.ListFormat('en').format(by.length > 0 ? by : [principalLabels[principal]])}: ${scopeLabels[scope]}`;
}

function lacks({ principal, scope, isGranted, isInScope }: GrantExplanation<GrantOrigin>): string {
  const none = isInScope === false ? ', which does not include this record' : '';
  return `${isGranted ? 'As' : 'Requires'} ${principalLabels[principal]}: ${scopeLabels[scope]}${none}`;
}

function originWords({ kind, role, entity, guild }: GrantOrigin): string {
  const words: Record<GrantOrigin['kind'], string> = {
    signedIn: '',
    role: role ?? '',
    membership: `member of ${entity?.name}`,
    guild: `of the guild ${guild?.name}`,
    accessRules: '',
  };
  return words[kind];
}

/** Explains in one sentence which rule or availability opens or closes a product to a person. */
export function productAccessText({
  isOpen,
  by,
  availability,
  rule,
}: NonNullable<AccessExplanation['product']>): string {
  const open = isOpen ? 'open to this person' : 'closed to this person';
  const of = by ? ` of ${by.name}` : '';
  if (rule) return `It is ${open} by the rule “${rule.rule}”${of}, priority ${rule.priority}.`;
  return `It is ${open}: no rule${of} names the person, and the availability is ${availability}.`;
}
