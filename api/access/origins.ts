import type { EntityMember, User } from '#schemas/generated/types.ts';
import type { Rights } from './rights.ts';

/** What a right comes from: a session, a role, a membership, a guild, or the access rules of each product (`explainAccess`). */
export type Origin =
  | { kind: 'signedIn' }
  | { kind: 'role'; role: User['roles'][number] }
  | ({ kind: 'membership' } & Pick<EntityMember, 'id' | 'entity' | 'flags'>)
  | { kind: 'guild'; guild: string; flags: number }
  | { kind: 'accessRules' };

/** The memberships that count, as what rights come from. */
export const ofMemberships = (
  { memberships }: Rights,
  counts: (membership: EntityMember) => boolean = () => true,
): Origin[] => memberships.filter(counts).map(({ id, entity, flags }) => ({ kind: 'membership', id, entity, flags }));

/** The guild, as what rights come from; nothing without one. */
export const ofGuild = ({ guild, guildFlags: flags }: User): Origin[] =>
  guild === null ? [] : [{ kind: 'guild', guild, flags }];
