import { mayAssignRole } from '#schemas/access/rank.ts';
import type { EntityMember, User } from '#schemas/generated/types.ts';
import { assertFreshSignIn } from '../access/fresh-sign-in.ts';
import { holdsAllOf } from '../access/reach.ts';
import type { Viewer } from '../access/viewer.ts';
import { invalidRequest, missingPermission } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
import { holdOrganization } from './client-entity.ts';
import { placeUser } from './scope.ts';

/**
 * Membership hooks: update the member's treeScope. Creating or changing a membership requires every right that the user
 * has; deleting it requires the rights that the membership gives (design 4).
 */
export const members: Declaration<EntityMember> = {
  async beforeWrite({ viewer, action, current, changes }) {
    if (current && changes.user !== undefined && changes.user !== current.user)
      throw invalidRequest('body', [{ path: '/user', value: changes.user, message: 'Can not be changed' }]);
    if (!current && changes.entity) await holdOrganization(changes.entity);
    const user = await store('User').findOne({ _id: current?.user ?? changes.user });
    if (user && !(await holdsAllOf(viewer, user))) throw missingPermission(action, 'EntityMember', current?.id ?? null);
    assertFreshSignIn(viewer);
    return changes;
  },
  async afterWrite({ id, user: userId }, { viewer, action }) {
    if (action === 'delete') assertFreshSignIn(viewer);
    const user = action === 'delete' ? await store('User').findOne({ _id: userId }) : null;
    if (user && !holdsHere(viewer, user)) throw missingPermission(action, 'EntityMember', id);
    await placeUser(userId);
  },
};

/** AGENCY_ADMIN is the only role that makes a membership give more rights. */
const holdsHere = (viewer: Viewer, { roles }: User): boolean =>
  !roles.includes('AGENCY_ADMIN') || mayAssignRole(viewer.user, 'AGENCY_ADMIN');
