import { createMongoAbility, type ForcedSubject, type MongoAbility, type RawRuleOf } from '@casl/ability';
import type { Records } from '#schemas/generated/types.ts';

type Action = 'create' | 'read' | 'update' | 'delete' | 'moderate' | 'proxy' | 'manage';
type Subject = keyof Records | 'all' | ForcedSubject<keyof Records>;

/** What the signed-in person may do, as the server says (spec 6). The server decides again at each call. */
export type PortalAbility = MongoAbility<[Action, Subject]>;
export type AbilityRule = RawRuleOf<PortalAbility>;

/** The ability of rules from GET /api/auth/ability; without rules nothing is allowed. */
export function abilityOf(rules: AbilityRule[] = []): PortalAbility {
  return createMongoAbility<PortalAbility>(rules);
}

/**
 * Whether the person may do this with no record of the kind. Where the rules could not be read nothing is closed: pages ask
 * the server, which decides anyway.
 */
export function isClosed(ability: PortalAbility, name: keyof Records, action: Action = 'read'): boolean {
  return ability.rules.length > 0 && !ability.can(action, name);
}
