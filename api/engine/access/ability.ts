import { createMongoAbility, type MongoAbility, type RawRuleOf } from '@casl/ability';
import { rulesToCondition } from '@casl/ability/extra';
import { type AccessGrant, type AccessScope, grantsForPrincipal, type Principal } from '#schemas/access/grants.ts';
import { namesOf } from '#schemas/access/product-access.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { dashboardPage, statusPage } from '#schemas/resource/back-office.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { guildOrigins, managesMembers, membershipOrigins, type RightOrigin, type Rights } from './rights.ts';

export type Action = 'create' | 'read' | 'update' | 'delete' | 'moderate' | 'proxy' | 'manage';
export type AppAbility = MongoAbility<[Action, string | object]>;

/** A permission: what a user may do, or may not do (`inverted`), and every origin that grants it. */
export interface Right {
  actions: Action[];
  subject: string;
  conditions: Condition;
  inverted: boolean;
  from: RightOrigin[];
}

/** The `MANAGE_USERS` flag of a guild member (spec 6). */
const MANAGE_USERS = 1;

/**
 * Builds all permissions of a user from the `x-access` of every schema (design 4: role-based access control with record
 * conditions). Rights that several origins grant appear once, with all their origins. Conditions use the API's field
 * names, so that both UIs can evaluate them against API responses. Some condition fields are never returned (products,
 * forms); there the UI infers access from the record being present.
 */
export function rightsIn(user: User, rights: Rights): Right[] {
  if (user.inactive) return [];
  if (user.roles.includes('ADMIN')) {
    const from: RightOrigin[] = [{ kind: 'role', role: 'ADMIN' }];
    return [{ actions: ['manage'], subject: 'all', conditions: {}, inverted: false, from }];
  }
  const principals = principalsOf(user, rights);
  const all = Object.values(schemas).flatMap((schema) => {
    const input = { user, rights, owner: resourceOf(schema).owner };
    return principals.flatMap(({ principal, from }) =>
      grantsForPrincipal(schema['x-access']?.[principal]).flatMap((grant) =>
        rightsOfGrant(grant, schema.title, from, input),
      ),
    );
  });
  return mergeRights([...all, ...pageRights(user)]);
}

/**
 * Rights for the back-office pages that show no resource. Each page has its own subject, so that the limits of an API
 * key restrict it too.
 */
function pageRights(user: User): Right[] {
  return [dashboardPage, statusPage].flatMap(({ label, roles }) => {
    const from = roles.filter((role) => user.roles.includes(role)).map((role): RightOrigin => ({ kind: 'role', role }));
    if (from.length === 0) return [];
    return [{ actions: ['read'], subject: label, conditions: {}, inverted: false, from }];
  });
}

/**
 * Leaves out each right that an earlier one implies: with all its actions and no other conditions. Where rights are
 * denied, the order decides, so that all remain.
 */
function withoutImplied(rights: Right[]): Right[] {
  const denied = new Set(rights.filter(({ inverted }) => inverted).map(({ subject }) => subject));
  const implies = (one: Right, other: Right) =>
    one.subject === other.subject &&
    other.actions.every((action) => one.actions.includes(action)) &&
    Object.entries(one.conditions).every(([name, value]) => isEqual(value, Reflect.get(other.conditions, name)));
  return rights.filter(
    (right, index) => denied.has(right.subject) || !rights.slice(0, index).some((earlier) => implies(earlier, right)),
  );
}

/** Converts rights to raw CASL rules, as short as possible because they are sent to the browser. */
export function rulesOf(rights: Right[]): RawRuleOf<AppAbility>[] {
  return withoutImplied(rights).map(({ actions, subject, conditions, inverted }) => ({
    action: shortened(actions),
    subject,
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    ...(inverted ? { inverted } : {}),
  }));
}

/**
 * The `x-access` principals (columns) that apply to a user, and their origins. An EntityMember counts as AGENCY_USER
 * even without the role (design 4). DEVELOPER must stay last: in CASL later rules win, and a DEVELOPER is exempt from
 * what the other principals are denied.
 */
export function principalsOf(user: User, rights: Rights): { principal: Principal; from: RightOrigin[] }[] {
  const byRole = (role: 'AGENCY_ADMIN' | 'AGENCY_USER' | 'DEVELOPER'): RightOrigin[] =>
    user.roles.includes(role) ? [{ kind: 'role', role }] : [];
  const manages = (user.guildFlags & MANAGE_USERS) !== 0;
  const given: { principal: Principal; from: RightOrigin[] }[] = [
    { principal: 'SIGNED_IN', from: [{ kind: 'signedIn' }] },
    { principal: 'AGENCY_ADMIN', from: byRole('AGENCY_ADMIN') },
    { principal: 'AGENCY_USER', from: [...byRole('AGENCY_USER'), ...membershipOrigins(rights)] },
    { principal: 'GUILD_MANAGER', from: manages ? guildOrigins(user) : [] },
    { principal: 'DEVELOPER', from: byRole('DEVELOPER') },
  ];
  return given.filter(({ from }) => from.length > 0);
}

/**
 * Expands one `x-access` grant into rights: allowed conditions from the scope's `where`, denied ones from its `except`.
 */
export function rightsOfGrant(
  { actions, scope }: AccessGrant,
  subject: string,
  given: RightOrigin[],
  input: ScopeInput,
): Right[] {
  const { where, except, from } = scopes[scope];
  const shared = { actions: [...actions], subject, from: [...given, ...(from?.(input) ?? [])] };
  const allowed = where(input).map((conditions) => ({ ...shared, conditions, inverted: false }));
  const denied = except?.(input).map((conditions) => ({ ...shared, conditions, inverted: true })) ?? [];
  return [...allowed, ...denied];
}

/**
 * Merges duplicate rights, because roles overlap: unites actions and origins of rights with the same subject and
 * conditions.
 */
function mergeRights(rights: Right[]): Right[] {
  const known = new Map<string, Right>();
  for (const right of rights) {
    const key = JSON.stringify([right.subject, right.inverted, right.conditions]);
    const { actions = [], from = [] } = known.get(key) ?? {};
    known.set(key, {
      ...right,
      actions: [...new Set([...actions, ...right.actions])],
      from: [...new Map([...from, ...right.from].map((each) => [JSON.stringify(each), each])).values()],
    });
  }
  return [...known.values()];
}

/** The shortest form of actions in a rule: `manage` implies every action, and one action needs no list. */
function shortened(actions: Action[]): Action | Action[] {
  const [only, ...others] = actions;
  if (actions.includes('manage')) return 'manage';
  return only !== undefined && others.length === 0 ? only : actions;
}

/** Creates the CASL ability for a set of rules. */
export function abilityOf(rules: RawRuleOf<AppAbility>[]): AppAbility {
  return createMongoAbility<AppAbility>(rules);
}

/**
 * Whether the ability allows an action on a record of this type: what CASL's `can` answers for `subject(type, record)`,
 * which would need a copy of the record, because it marks its object.
 */
export function allows(ability: AppAbility, action: Action, type: string, record: object): boolean {
  const rule = ability.rulesFor(action, type).find((each) => each.matchesConditions(record));
  return rule !== undefined && !rule.inverted;
}

/** Returns the MongoDB filter under which `action` is allowed on a `type`, or null if it is never allowed. */
export function conditionOf(ability: AppAbility, action: Action, type: string): Condition | null {
  return rulesToCondition<AppAbility, Condition, Condition>(
    ability.rulesFor(action, type),
    ({ conditions = {}, inverted }) => (inverted ? { $nor: [stored(conditions)] } : stored(conditions)),
    {
      and: (conditions) => (conditions.length === 1 ? (conditions[0] ?? {}) : { $and: conditions }),
      or: ($or) => ($or.length === 1 ? ($or[0] ?? {}) : { $or }),
      empty: () => ({}),
    },
  );
}

/** Maps the API field `id` to MongoDB's `_id`. */
const stored = ({ id, ...rest }: Condition): Condition => (id === undefined ? rest : { _id: id, ...rest });

/** A condition on a record, in API field names. */
type Condition = Record<string, unknown>;

interface ScopeInput {
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

/** Whether a field is, or a list contains, one of the ids; the shortest condition, because abilities go to the browser. */
const oneOf = (ids: string[]) => (ids.length === 1 ? ids[0] : { $in: ids });

const inTree = ({ rights }: ScopeInput, more: Condition = {}): Condition[] =>
  rights.entities.length > 0 ? [{ treeScope: oneOf(rights.entities), ...more }] : [];

const above = ({ rights }: ScopeInput, field: string): Condition[] =>
  rights.above.length > 0 ? [{ [field]: oneOf(rights.above) }] : [];

const asMember = ({ rights }: ScopeInput): RightOrigin[] => membershipOrigins(rights);

const inGuild = ({ user }: ScopeInput): RightOrigin[] => guildOrigins(user);

/**
 * The names under which product access rules refer to the user and their entities; products store the names they are
 * open and closed to.
 */
const accessNames = ({ user, rights }: ScopeInput): string[] =>
  namesOf({ user: user.id, entities: [...new Set(rights.memberships.flatMap(({ treeScope }) => treeScope))] });

/** Defines each `x-access` scope as a record filter (design 4, row-level access). */
const scopes: Record<AccessScope, ScopeRule> = {
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
