import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { scopeOf } from '../store/tree-scope.ts';

/** Returns an entity and its ancestors; empty if it does not exist. */
export const scopeOfEntity = (id: string): Promise<string[]> => scopeOf('Entity', id);

/** Returns the union of the lines of these entities, which is the scope of a user who is a member of each. */
export async function scopeOfEntities(ids: string[]): Promise<string[]> {
  const entities = await store('Entity').find({ filter: { _id: { $in: ids } } });
  return [...new Set(entities.flatMap(({ treeScope }) => treeScope))];
}

/** Recomputes a user's treeScope from all memberships. */
export async function placeUser(user: string): Promise<void> {
  await transaction(async () => {
    // Lock first: concurrent membership changes write to the user too.
    await store('User').hold(user);
    const members = await store('EntityMember').find({ filter: { user } });
    const treeScope = await scopeOfEntities(members.map(({ entity }) => entity));
    await store('User').rewrite({ _id: user }, { $set: { treeScope } });
  });
}
