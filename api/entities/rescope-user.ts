import { store } from '../resource/store.ts';
import { scopeOfEntities } from '../resource/tree-scope.ts';

/** Computes anew where in the tree a user stands: in the lines of all memberships. */
export async function rescopeUser(user: string): Promise<void> {
  const members = await store('EntityMember').find({ filter: { user } });
  const treeScope = await scopeOfEntities(members.map(({ entity }) => entity));
  await store('User').updateMany({ _id: user }, { $set: { treeScope } });
}
