import type { AccessScope } from '#schemas/access/grants.ts';
import { namesOf } from '#schemas/access/product-access.ts';
import type { User } from '#schemas/generated/types.ts';
import { guildOrigins, managesMembers, membershipOrigins, type RightOrigin, type Rights } from './rights.ts';

/** A condition on a record, in API field names. */
export type Condition = Record<string, unknown>;

export interface ScopeInput {
  user: User;
  rights: Rights;
  owner: string;
}

/** Which records a scope covers. */
interface ScopeRule {
  /** Alternatives, joined by OR; an empty list matches nothing. */
  where: (input: ScopeInput) => Condition[];
  /** Records excluded from `where`. */
  except?: (input: ScopeInput) => Condition[];
  /** Additional origins of the right, besides the principal that the schema grants it to. */
  from?: (input: ScopeInput) => RightOrigin[];
}

const inTree = ({ rights }: ScopeInput, more: Condition = {}): Condition[] =>
  rights.entities.length > 0 ? [{ treeScope: { $in: rights.entities }, ...more }] : [];

const above = ({ rights }: ScopeInput, field: string): Condition[] =>
  rights.above.length > 0 ? [{ [field]: { $in: rights.above } }] : [];

const asMember = ({ rights }: ScopeInput): RightOrigin[] => membershipOrigins(rights);

const inGuild = ({ user }: ScopeInput): RightOrigin[] => guildOrigins(user);

/**
 * The names under which product access rules refer to the user and their entities; products store the names they are
 * open and closed to.
 */
const accessNames = ({ user, rights }: ScopeInput): string[] =>
  namesOf({ user: user.id, entities: [...new Set(rights.memberships.flatMap(({ treeScope }) => treeScope))] });

/** Defines each `x-access` scope as a record filter (design 4, row-level access). */
export const scopes: Record<AccessScope, ScopeRule> = {
  all: { where: () => [{}] },
  tree: { where: inTree, from: asMember },
  shownInTree: { where: (input) => inTree(input, { hidden: false }), from: asMember },
  own: { where: ({ user, owner }) => [{ [owner]: user.id }] },
  ownInTree: {
    where: (input) => {
      const own = { [input.owner]: input.user.id };
      return [{ ...own, treeScope: { $size: 0 } }, ...inTree(input, own)];
    },
    from: asMember,
  },
  notAdmins: { where: () => [{ roles: { $ne: 'ADMIN' } }] },
  self: { where: ({ user }) => [{ id: user.id }] },
  line: { where: (input) => [...inTree(input), ...above(input, 'entityId')], from: asMember },
  channelForms: {
    where: (input) => [
      ...inTree(input).map(({ treeScope }) => ({ offeredIn: treeScope })),
      ...above(input, 'offeredBy'),
    ],
    from: asMember,
  },
  openProducts: {
    where: (input) => [{ openTo: { $in: accessNames(input) } }],
    except: (input) => {
      const names = accessNames(input);
      return [{ closedTo: { $elemMatch: { names: { $in: names }, unless: { $nin: names } } } }];
    },
    from: (input) => [...asMember(input), { kind: 'accessRules' }],
  },
  guild: { where: ({ user }) => (user.guild ? [{ guild: user.guild }] : []), from: inGuild },
  guildItself: { where: ({ user }) => (user.guild ? [{ id: user.guild }] : []), from: inGuild },
  managedEntities: {
    where: ({ rights }) => (rights.managed.length > 0 ? [{ entity: { $in: rights.managed } }] : []),
    from: ({ rights }) => membershipOrigins(rights, managesMembers),
  },
};
