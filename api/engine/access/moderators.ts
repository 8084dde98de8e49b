import type { User } from '#schemas/generated/types.ts';
import { type Filter, storeOf } from '../store/store.ts';

const maxModerators = 200;

/**
 * Returns the active moderators who are members of one of these entities, sorted by name, or the ADMINs if there are
 * none (design 3).
 */
export async function moderatorsAt(entities: string[]): Promise<User[]> {
  const members = await storeOf('EntityMember').find({ filter: { entity: { $in: entities } } });
  const filter = { _id: { $in: members.map(({ user }) => user) }, roles: { $in: ['ADMIN', 'AGENCY_ADMIN'] } };
  const moderators = await activeUsers(filter);
  return moderators.length > 0 ? moderators : await activeUsers({ roles: 'ADMIN' });
}

const activeUsers = (filter: Filter) =>
  storeOf('User').find({ filter: { ...filter, inactive: false }, sort: ['name'], limit: maxModerators });
