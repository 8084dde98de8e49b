import { Ability, type ForcedSubject, type MongoAbility, type MongoQuery, type RawRuleOf } from '@casl/ability';
import {
  $elemMatch,
  $eq,
  $in,
  $ne,
  $nin,
  $size,
  and,
  createFactory,
  elemMatch,
  eq,
  ne,
  nin,
  size,
  within,
} from '@ucast/mongo2js';
import type { Records } from '#schemas/generated/types.ts';

type Action = 'create' | 'read' | 'update' | 'delete' | 'moderate' | 'proxy' | 'manage';
type Subject = keyof Records | 'all' | ForcedSubject<keyof Records>;

/** What the signed-in person may do, as the server says (spec 6). The server decides again at each call. */
export type PortalAbility = MongoAbility<[Action, Subject]>;
export type AbilityRule = RawRuleOf<PortalAbility>;

/** The operators of the conditions that the server's rules have (api/access/scopes.ts), and no more: all of them would be over a kilobyte more at the first load. */
const conditionsMatcher = createFactory(
  { $elemMatch, $eq, $in, $ne, $nin, $size },
  { and, elemMatch, eq, in: within, ne, nin, size },
);

/** The ability of rules from GET /api/auth/ability; without rules nothing is allowed. */
export function abilityOf(rules: AbilityRule[] = []): PortalAbility {
  return new Ability<[Action, Subject], MongoQuery>(rules, { conditionsMatcher });
}

/**
 * Whether the person may do this with no record of the kind. Where the rules could not be read nothing is closed: pages ask
 * the server, which decides anyway.
 */
export function isClosed(ability: PortalAbility, name: keyof Records, action: Action = 'read'): boolean {
  return ability.rules.length > 0 && !ability.can(action, name);
}
