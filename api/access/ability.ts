import { createMongoAbility, type ForcedSubject, type MongoAbility, type RawRuleOf } from '@casl/ability';
import { rulesToCondition } from '@casl/ability/extra';
import { schemas } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import type { Rights } from './rights.ts';
import { type Condition, type Grant, type Principal, scopes } from './scopes.ts';

export type Action = 'create' | 'read' | 'update' | 'delete' | 'moderate' | 'manage';
export type AppAbility = MongoAbility<[Action, string | ForcedSubject<string>]>;

/** The rule 'MANAGE_USERS' of a guild member (spec 6). */
const MANAGE_USERS = 1;

/**
 * The CASL rules of a person, from the x-access of every schema (design 4). They name fields as the API does, so that
 * they can be served raw and applied by both UIs to what the API answers.
 */
export function rulesOf(user: User, rights: Rights): RawRuleOf<AppAbility>[] {
  if (user.inactive) return [];
  if (user.roles.includes('ADMIN')) return [{ action: 'manage', subject: 'all' }];
  const principals = principalsOf(user, rights);
  return Object.values(schemas).flatMap((schema) => {
    const { owner } = resourceOf(schema);
    return principals.flatMap((principal) =>
      grantsOf(schema['x-access']?.[principal]).flatMap(({ actions, scope }) =>
        scopes[scope]({ user, rights, owner }).map((conditions) => ({
          action: actions,
          subject: schema.title,
          ...(Object.keys(conditions).length > 0 ? { conditions } : {}),
        })),
      ),
    );
  });
}

/** Whoever is an EntityMember has the AGENCY_USER column, with or without the role (design 4). */
function principalsOf(user: User, rights: Rights): Principal[] {
  const roles = new Set(user.roles);
  return [
    'SIGNED_IN' as const,
    ...(roles.has('DEVELOPER') ? (['DEVELOPER'] as const) : []),
    ...(roles.has('AGENCY_ADMIN') ? (['AGENCY_ADMIN'] as const) : []),
    ...(roles.has('AGENCY_USER') || rights.entities.length > 0 ? (['AGENCY_USER'] as const) : []),
    ...(user.guild && (user.guildFlags & MANAGE_USERS) !== 0 ? (['GUILD_MANAGER'] as const) : []),
  ];
}

const grantsOf = (grants: Grant | Grant[] | undefined): Grant[] => (grants === undefined ? [] : [grants].flat());

/** The ability that these rules make. */
export function abilityOf(rules: RawRuleOf<AppAbility>[]): AppAbility {
  return createMongoAbility<AppAbility>(rules);
}

/** The condition under which `action` is allowed on a `type`, for a MongoDB filter; null when never. */
export function conditionOf(ability: AppAbility, action: Action, type: string): Condition | null {
  return rulesToCondition<AppAbility, Condition, Condition>(
    ability.rulesFor(action, type),
    (rule) => stored(rule.conditions ?? {}),
    {
      and: ($and) => ({ $and }),
      or: eitherOf,
      empty: () => ({}),
    },
  );
}

/** Roles often allow the same: each alternative is asked for once. */
function eitherOf(conditions: Condition[]): Condition {
  const $or = [...new Map(conditions.map((each) => [JSON.stringify(each), each])).values()];
  return $or.length === 1 ? ($or[0] ?? {}) : { $or };
}

/** The database calls the record's id `_id`. */
const stored = ({ id, ...rest }: Condition): Condition => (id === undefined ? rest : { _id: id, ...rest });
