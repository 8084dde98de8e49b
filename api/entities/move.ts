import mongoose from 'mongoose';
import type { Entity } from '#schemas/generated/types.ts';
import { isResourceName, type ResourceName, resources } from '../resource/model.ts';
import { store } from '../resource/store.ts';

/** Where a record's scope is one line up the tree; a user's is the union of the lines of all memberships. */
const lined = (): ResourceName[] => {
  const scoped = [...resources.values()].filter(
    ({ fields, name }) => name !== 'User' && fields.some((field) => field.name === 'treeScope'),
  );
  return scoped.map(({ schema }) => schema.title).filter(isResourceName);
};

/** Rewrites the scope of all below an entity that has moved: what stands before it stays, what follows is its new line. */
export async function moveTree({ id, treeScope }: Entity): Promise<void> {
  const own = new mongoose.Types.ObjectId(id);
  const line = treeScope.map((each) => new mongoose.Types.ObjectId(each));
  const below = { $slice: ['$treeScope', { $indexOfArray: ['$treeScope', own] }] };
  const isFirst = { $eq: [{ $indexOfArray: ['$treeScope', own] }, 0] };
  const moved = [{ $set: { treeScope: { $cond: [isFirst, line, { $concatArrays: [below, line] }] } } }];
  for (const name of lined()) await store(name).updateMany({ treeScope: own }, moved);
  await rescopeUsers({ entity: { $in: await idsBelow(id) } });
}

async function idsBelow(id: string): Promise<string[]> {
  return (await store('Entity').find({ filter: { treeScope: id } })).map((entity) => entity.id);
}

/** Computes anew the scope of every user whose memberships the filter names. */
export async function rescopeUsers(filter: Record<string, unknown>): Promise<void> {
  const members = await store('EntityMember').find({ filter });
  for (const user of new Set(members.map((member) => member.user))) {
    const own = await store('EntityMember').find({ filter: { user } });
    const entities = await store('Entity').find({ filter: { _id: { $in: own.map(({ entity }) => entity) } } });
    await store('User').updateMany(
      { _id: user },
      { $set: { treeScope: [...new Set(entities.flatMap(({ treeScope }) => treeScope))] } },
    );
  }
}
