import type { User } from '#schemas/generated/types.ts';
import { type Filter, store } from '../store/store.ts';

const most = 200;

/** The active moderators who are members of one of these entities, by name; ADMINs where there is none (design 3). */
export async function moderatorsAt(entities: string[]): Promise<User[]> {
  const members = await store('EntityMember').find({ filter: { entity: { $in: entities } } });
  const among = { _id: { $in: members.map(({ user }) => user) }, roles: { $in: ['ADMIN', 'AGENCY_ADMIN'] } };
  const found = await activeUsers(among);
  return found.length > 0 ? found : await activeUsers({ roles: 'ADMIN' });
}

const activeUsers = (filter: Filter) =>
  store('User').find({ filter: { ...filter, inactive: false }, sort: ['name'], limit: most });
