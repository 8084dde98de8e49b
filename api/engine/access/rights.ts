import type { EntityMember, User } from '#schemas/generated/types.ts';
import { storeOf } from '../store/store.ts';
import { versionedCache } from '../store/versioned-cache.ts';

/** The rights that follow from a user's memberships in the entity tree, with the memberships they come from. */
export interface Rights {
  memberships: EntityMember[];
  /** The topmost entities the user is a member of; all their descendants are included implicitly. */
  entities: string[];
  /** Entities whose members the user manages, by the membership's flag. */
  managed: string[];
  /** All ancestors of the entities the user is a member of. */
  above: string[];
}

/** Flag of a member who manages the members of that entity, whatever the role (design 4). */
const MANAGE_MEMBERS = 1;

/** Returns whether a membership lets its user manage the members of its entity. */
export const managesMembers = ({ flags }: Pick<EntityMember, 'flags'>): boolean => (flags & MANAGE_MEMBERS) !== 0;

/**
 * Cached rights of a user as of the given versions: one query if memberships have changed, otherwise from memory. A
 * membership stores its entity's ancestors (`treeScope`), which are updated in the transaction that moves the entity.
 */
export const rightsOf = versionedCache({
  resource: 'EntityMember',
  read: async (user) => toRights(await storeOf('EntityMember').find({ filter: { user } })),
  sizeOf: ({ memberships }) => 1 + memberships.length,
});

function toRights(memberships: EntityMember[]): Rights {
  const ids = new Set(memberships.map(({ entity }) => entity));
  const isBelow = ({ entity, treeScope }: EntityMember) => treeScope.some((id) => id !== entity && ids.has(id));
  const line = new Set(memberships.flatMap(({ treeScope }) => treeScope));
  return {
    memberships,
    entities: memberships.filter((each) => !isBelow(each)).map(({ entity }) => entity),
    managed: memberships.filter(managesMembers).map(({ entity }) => entity),
    above: [...line].filter((id) => !ids.has(id)),
  };
}

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
