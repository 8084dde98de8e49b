import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { scopeOf } from '../store/tree-scope.ts';

/** An entity and all above it; nothing for an entity that is not there. */
export const scopeOfEntity = (id: string): Promise<string[]> => scopeOf('Entity', id);

/** All that the lines of these entities hold: where somebody stands who is a member of each. */
export async function scopeOfEntities(ids: string[]): Promise<string[]> {
  const entities = await store('Entity').find({ filter: { _id: { $in: ids } } });
  return [...new Set(entities.flatMap(({ treeScope }) => treeScope))];
}

/** Computes anew where in the tree a user stands: in the lines of all memberships. */
export async function placeUser(user: string): Promise<void> {
  await transaction(async () => {
    // Held first: a membership that begins or ends meanwhile writes to the user as well.
    await store('User').hold(user);
    const members = await store('EntityMember').find({ filter: { user } });
    const treeScope = await scopeOfEntities(members.map(({ entity }) => entity));
    await store('User').rewrite({ _id: user }, { $set: { treeScope } });
  });
}
