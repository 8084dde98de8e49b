import { mayAssignRole } from '#schemas/access/account-rights.ts';
import type { EntityMember, User } from '#schemas/generated/types.ts';
import { assertFreshSignIn } from '../../engine/access/fresh-sign-in.ts';
import { hasAllRightsOf } from '../../engine/access/rights-over-users.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRequest, missingPermission } from '../../platform/errors/catalogue.ts';
import { lockOrganization } from './client-entity.ts';
import { updateUserScope } from './scope.ts';

/**
 * Membership hooks: update the member's treeScope. Creating or changing a membership requires every right that the user
 * has; deleting it requires the rights that the membership gives (design 4).
 */
export const members: ResourceHooks<EntityMember> = {
  async beforeWrite({ viewer, action, current, changes }) {
    if (current && changes.user !== undefined && changes.user !== current.user)
      throw invalidRequest('body', [{ path: '/user', value: changes.user, message: 'Cannot be changed' }]);
    if (!current && changes.entity) await lockOrganization(changes.entity);
    const user = await storeOf('User').findOne({ _id: current?.user ?? changes.user });
    if (user && !(await hasAllRightsOf(viewer, user)))
      throw missingPermission(action, 'EntityMember', current?.id ?? null);
    assertFreshSignIn(viewer);
    return changes;
  },
  async afterWrite({ id, user: userId }, { viewer, action }) {
    if (action === 'delete') assertFreshSignIn(viewer);
    const user = action === 'delete' ? await storeOf('User').findOne({ _id: userId }) : null;
    if (user && !holdsHere(viewer, user)) throw missingPermission(action, 'EntityMember', id);
    await updateUserScope(userId);
  },
};

/** AGENCY_ADMIN is the only role that makes a membership give more rights. */
const holdsHere = (viewer: Viewer, { roles }: User): boolean =>
  !roles.includes('AGENCY_ADMIN') || mayAssignRole(viewer.user, 'AGENCY_ADMIN');
