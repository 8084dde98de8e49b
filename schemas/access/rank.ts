import type { User } from '../generated/types.ts';

type Ranked = Pick<User, 'id' | 'roles'>;

/** Whether one may add, change or remove a way into an account, an address or a sign-in method: its owner and an ADMIN alone (design 4). */
export const mayTouch = (viewer: Ranked, owner: Pick<User, 'id'>): boolean =>
  owner.id === viewer.id || viewer.roles.includes('ADMIN');

/** Whether one may give or take a role: nobody gives what they do not hold, and an AGENCY_ADMIN holds what an AGENCY_USER does (design 4). */
export const mayGive = ({ roles }: Pick<User, 'roles'>, role: User['roles'][number]): boolean =>
  roles.includes('ADMIN') || roles.includes(role) || (role === 'AGENCY_USER' && roles.includes('AGENCY_ADMIN'));
