import { mayAssignRole } from '#schemas/access/account-rights.ts';
import type { EntityMember, User } from '#schemas/generated/types.ts';
import { storeOf } from '../store/store.ts';
import { hasRole, may, type Viewer } from './viewer.ts';

type Person = Pick<User, 'id' | 'roles' | 'guild' | 'guildFlags'>;

/**
 * Returns the ids of those users who have no right that the viewer lacks: no higher role, no membership outside the
 * viewer's entities, no other guild (design 4, privilege escalation check). The viewer may change roles, memberships
 * and `inactive` only of these users.
 */
async function usersWithoutMoreRights(viewer: Viewer, users: Person[]): Promise<Set<string>> {
  const ids = users.map(({ id }) => id);
  if (hasRole(viewer, 'ADMIN')) return new Set(ids);
  const members = await storeOf('EntityMember').find({ filter: { user: { $in: ids } } });
  const beyond = new Set(members.filter((each) => !holdsMembership(viewer, each)).map(({ user }) => user));
  const within = users.filter((user) => !beyond.has(user.id) && holdsRoles(viewer, user) && holdsGuild(viewer, user));
  return new Set(within.map(({ id }) => id));
}

/** Returns whether the viewer has every right that the user has. */
export const hasAllRightsOf = async (viewer: Viewer, user: Person): Promise<boolean> =>
  (await usersWithoutMoreRights(viewer, [user])).has(user.id);

/** A member of any entity counts as AGENCY_USER, with or without the role. */
const holdsRoles = (viewer: Viewer, { roles }: Pick<User, 'roles'>): boolean =>
  roles.every(
    (role) => mayAssignRole(viewer.user, role) || (role === 'AGENCY_USER' && viewer.rights.entities.length > 0),
  );

const holdsGuild = ({ user }: Viewer, { guild, guildFlags }: Person): boolean =>
  guild === null || (guild === user.guild && (guildFlags & ~user.guildFlags) === 0);

const holdsMembership = (viewer: Viewer, member: EntityMember): boolean =>
  member.treeScope.some((id) => viewer.rights.entities.includes(id)) &&
  (member.flags === 0 || may(viewer, 'update', 'EntityMember', member));
