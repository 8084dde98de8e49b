import type { User } from '../generated/types.ts';
import { labelOf } from '../resource/resource.ts';

type UserWithRoles = Pick<User, 'id' | 'roles'>;

/**
 * Whether somebody may add, change or remove a sign-in method or an e-mail address of an account: only its owner and an
 * ADMIN (design 4). Prevents account takeover.
 */
export const mayChangeSignInMethods = (viewer: UserWithRoles, owner: Pick<User, 'id'>): boolean =>
  owner.id === viewer.id || viewer.roles.includes('ADMIN');

/**
 * Whether somebody may assign or remove a role (design 4). Nobody can assign a role they do not have; AGENCY_ADMIN
 * includes AGENCY_USER.
 */
export const mayAssignRole = ({ roles }: Pick<User, 'roles'>, role: User['roles'][number]): boolean =>
  roles.includes('ADMIN') || roles.includes(role) || (role === 'AGENCY_USER' && roles.includes('AGENCY_ADMIN'));

/** 'the role Agency admin', 'the roles Agency admin and Developer'. */
export const rolesInWords = (roles: User['roles']): string =>
  `the ${roles.length === 1 ? 'role' : 'roles'} ${new Intl.ListFormat('en-US').format(roles.map(labelOf))}`;
