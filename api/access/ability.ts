import { createMongoAbility, type ForcedSubject, type MongoAbility, type RawRuleOf } from '@casl/ability';
import { rulesToCondition } from '@casl/ability/extra';
import { type Grant, grantsOf, type Principal } from '#schemas/access/grants.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { dashboard, status } from '#schemas/resource/back-office.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { type Origin, ofGuild, ofMemberships } from './origins.ts';
import type { Rights } from './rights.ts';
import { type Condition, type ScopeInput, scopes } from './scopes.ts';

export type Action = 'create' | 'read' | 'update' | 'delete' | 'moderate' | 'proxy' | 'manage';
export type AppAbility = MongoAbility<[Action, string | ForcedSubject<string>]>;

/** What somebody may do, or may not all the same (`inverted`), and all that it comes from. */
export interface Right {
  actions: Action[];
  subject: string;
  conditions: Condition;
  inverted: boolean;
  from: Origin[];
}

/** The rule 'MANAGE_USERS' of a guild member (spec 6). */
const MANAGE_USERS = 1;

/**
 * All that a person may do, from the x-access of every schema (design 4): the same right is there once, with everything that
 * gives it. Conditions name fields as the API does, so that both UIs apply them to what the API answers; of fields that are
 * never answered (products, forms) a UI knows by the record being there at all.
 */
export function rightsIn(user: User, rights: Rights): Right[] {
  if (user.inactive) return [];
  if (user.roles.includes('ADMIN')) {
    const from: Origin[] = [{ kind: 'role', role: 'ADMIN' }];
    return [{ actions: ['manage'], subject: 'all', conditions: {}, inverted: false, from }];
  }
  const principals = principalsOf(user, rights);
  const all = Object.values(schemas).flatMap((schema) => {
    const input = { user, rights, owner: resourceOf(schema).owner };
    return principals.flatMap(({ principal, from }) =>
      grantsOf(schema['x-access']?.[principal]).flatMap((grant) => rightsOfGrant(grant, schema.title, from, input)),
    );
  });
  return together([...all, ...pageRights(user)]);
}

/** The pages of the back-office that show no resource: each has a subject of its own, so that a key's limits narrow it too. */
function pageRights(user: User): Right[] {
  return [dashboard, status].flatMap(({ label, roles }) => {
    const from = roles.filter((role) => user.roles.includes(role)).map((role): Origin => ({ kind: 'role', role }));
    if (from.length === 0) return [];
    return [{ actions: ['read'], subject: label, conditions: {}, inverted: false, from }];
  });
}

/** The CASL rules that say so, to be served raw. */
export function rulesOf(rights: Right[]): RawRuleOf<AppAbility>[] {
  return rights.map(({ actions, subject, conditions, inverted }) => ({
    // Manage is every action.
    action: actions.includes('manage') ? 'manage' : actions,
    subject,
    ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
    ...(inverted ? { inverted } : {}),
  }));
}

/**
 * What a person is to the schemas, and by what. Whoever is an EntityMember has the AGENCY_USER column, with or without the role (design 4).
 * DEVELOPER comes last: of CASL's rules the later one counts, and what the others are denied a DEVELOPER is not.
 */
export function principalsOf(user: User, rights: Rights): { principal: Principal; from: Origin[] }[] {
  const byRole = (role: 'AGENCY_ADMIN' | 'AGENCY_USER' | 'DEVELOPER'): Origin[] =>
    user.roles.includes(role) ? [{ kind: 'role', role }] : [];
  const manages = (user.guildFlags & MANAGE_USERS) !== 0;
  const given: { principal: Principal; from: Origin[] }[] = [
    { principal: 'SIGNED_IN', from: [{ kind: 'signedIn' }] },
    { principal: 'AGENCY_ADMIN', from: byRole('AGENCY_ADMIN') },
    { principal: 'AGENCY_USER', from: [...byRole('AGENCY_USER'), ...ofMemberships(rights)] },
    { principal: 'GUILD_MANAGER', from: manages ? ofGuild(user) : [] },
    { principal: 'DEVELOPER', from: byRole('DEVELOPER') },
  ];
  return given.filter(({ from }) => from.length > 0);
}

/** What one line of a schema's x-access gives to who has it by `given`. */
export function rightsOfGrant({ actions, scope }: Grant, subject: string, given: Origin[], input: ScopeInput): Right[] {
  const { where, except, from } = scopes[scope];
  const shared = { actions: [...actions], subject, from: [...given, ...(from?.(input) ?? [])] };
  const allowed = where(input).map((conditions) => ({ ...shared, conditions, inverted: false }));
  const denied = except?.(input).map((conditions) => ({ ...shared, conditions, inverted: true })) ?? [];
  return [...allowed, ...denied];
}

/** Roles often give the same: each right stands once, with the actions and origins of all. */
function together(rights: Right[]): Right[] {
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

/** The ability that these rules make. */
export function abilityOf(rules: RawRuleOf<AppAbility>[]): AppAbility {
  return createMongoAbility<AppAbility>(rules);
}

/** The condition under which `action` is allowed on a `type`, for a MongoDB filter; null when never. */
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

/** The database calls the record's id `_id`. */
const stored = ({ id, ...rest }: Condition): Condition => (id === undefined ? rest : { _id: id, ...rest });
