import type { Entity, SavedView } from '#schemas/generated/types.ts';
import { hasRole, type Viewer } from '../../engine/access/viewer.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRequest, missingPermission } from '../../platform/errors/catalogue.ts';

/**
 * Hooks of saved views. Everybody has private ones; an ADMIN, and an AGENCY_ADMIN within their own tree, may share them
 * (design 4).
 */
export const savedViewHooks: ResourceHooks<SavedView> = {
  queryKeys: {
    availableTo: {
      description: 'me: own views and shared ones. Without it, an ADMIN also gets the private views of others.',
      condition: async (value, { user }) => {
        if (value === 'me') return { $or: [{ user: user.id }, { entityId: { $ne: null } }] };
        throw invalidRequest('querystring', [{ path: '/availableTo', value, message: 'Must be me' }]);
      },
    },
  },
  async beforeWrite({ viewer, current, changes }) {
    if (changes.entityId && changes.entityId !== current?.entityId) {
      const entity = await storeOf('Entity').findOne({ _id: changes.entityId });
      if (entity && !mayShareIn(viewer, entity)) throw missingPermission('update', 'SavedView', current?.id ?? null);
    }
    return current ? changes : { ...changes, user: viewer.user.id };
  },
};

function mayShareIn(viewer: Viewer, { treeScope }: Entity): boolean {
  if (hasRole(viewer, 'ADMIN')) return true;
  return hasRole(viewer, 'AGENCY_ADMIN') && treeScope.some((id) => viewer.rights.entities.includes(id));
}
