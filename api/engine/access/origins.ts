import type { EntityMember, User } from '#schemas/generated/types.ts';
import type { Rights } from './rights.ts';

/**
 * The origin of a right: a session, a role, a membership, a guild, or a product's access rules (shown by
 * `explainAccess`).
 */
export type RightOrigin =
  | { kind: 'signedIn' }
  | { kind: 'role'; role: User['roles'][number] }
  | ({ kind: 'membership' } & Pick<EntityMember, 'id' | 'entity' | 'flags'>)
  | { kind: 'guild'; guild: string; flags: number }
  | { kind: 'accessRules' };

/** Returns the memberships that satisfy `counts`, as origins. */
export const membershipOrigins = (
  { memberships }: Rights,
  counts: (membership: EntityMember) => boolean = () => true,
): RightOrigin[] =>
  memberships.filter(counts).map(({ id, entity, flags }) => ({ kind: 'membership', id, entity, flags }));

/** Returns the user's guild as an origin, or an empty list without a guild. */
export const guildOrigins = ({ guild, guildFlags: flags }: User): RightOrigin[] =>
  guild === null ? [] : [{ kind: 'guild', guild, flags }];
