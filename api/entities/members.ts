import type { EntityMember } from '#schemas/generated/types.ts';
import { touchRights } from '../access/rights.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/declaration.ts';
import { rescopeUser } from './rescope-user.ts';

/** Members: whoever is one stands in the tree of the entity, and whoever is one no more does not (design 4). */
export const members: Declaration<EntityMember> = {
  async beforeWrite({ current, changes }) {
    if (current && changes.user !== undefined && changes.user !== current.user)
      throw invalidRequest('body', [{ path: '/user', value: changes.user, message: 'Can not be changed' }]);
    return changes;
  },
  async afterWrite({ user }) {
    await rescopeUser(user);
    await touchRights();
  },
};
