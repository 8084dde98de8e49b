import {
  Ability,
  type ForcedSubject,
  type MongoAbility,
  type MongoQuery,
  mongoQueryMatcher,
  type RawRuleOf,
} from '@casl/ability';
import type { Records } from '#schemas/generated/types.ts';

type Action = 'create' | 'read' | 'update' | 'delete' | 'moderate' | 'proxy' | 'manage';
type Subject = keyof Records | 'all' | ForcedSubject<keyof Records>;

/**
 * The abilities of the signed-in person (CASL), from the server's access rules (spec 6). The server checks each request
 * again.
 */
export type PortalAbility = MongoAbility<[Action, Subject]>;
/** One access rule in CASL's format, as the server sends it. */
export type AbilityRule = RawRuleOf<PortalAbility>;

/** Builds the ability from the rules of GET /api/auth/ability. Without rules, nothing is allowed. */
export function abilityOf(rules: AbilityRule[] = []): PortalAbility {
  return new Ability<[Action, Subject], MongoQuery>(rules, { conditionsMatcher: mongoQueryMatcher });
}

/**
 * Whether the person may not do this with any record of the type. Returns false if the rules could not be loaded: then
 * pages send the request, and the server decides.
 */
export function hasNoAccess(ability: PortalAbility, name: keyof Records, action: Action = 'read'): boolean {
  return ability.rules.length > 0 && !ability.can(action, name);
}
