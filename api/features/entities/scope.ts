import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { lockTreeScope } from '../../engine/store/tree-scope.ts';

/** Returns an entity and its ancestors; empty if it does not exist. */
export const scopeOfEntity = (id: string): Promise<string[]> => lockTreeScope('Entity', id);

/** Returns the union of the lines of these entities, which is the scope of a user who is a member of each. */
export async function scopeOfEntities(ids: string[]): Promise<string[]> {
  const entities = await storeOf('Entity').find({ filter: { _id: { $in: ids } } });
  return [...new Set(entities.flatMap(({ treeScope }) => treeScope))];
}

/** Recomputes a user's treeScope from all memberships. */
export async function updateUserScope(user: string): Promise<void> {
  await transaction(async () => {
    // Lock first: concurrent membership changes write to the user too.
    await storeOf('User').lockForUpdate(user);
    const members = await storeOf('EntityMember').find({ filter: { user } });
    const treeScope = await scopeOfEntities(members.map(({ entity }) => entity));
    await storeOf('User').updateDerived({ _id: user }, { $set: { treeScope } });
  });
}
