import mongoose from 'mongoose';
import type { Entity } from '#schemas/generated/types.ts';
import { isPart } from '#schemas/resource/resource.ts';
import type { LoopWork } from '../process/loops.ts';
import { workNext } from '../process/queue.ts';
import { isResourceName, model, type ResourceName, resources } from '../resource/model.ts';
import { store } from '../resource/store.ts';
import { rescopeUser } from './rescope-user.ts';

/** Milliseconds: how often moves are looked for, and after how long one that has not ended is taken over. */
const pause = 1_000;
const lease = 120_000;

/**
 * Moves the tree below an entity that has a new line, in the transaction of that change: entities at once, since rights
 * come from them; what hangs on them is left to `moveLoop` (design 4).
 */
export async function moveTree({ id, treeScope }: Entity): Promise<void> {
  await store('Entity').updateMany({ treeScope: id }, lineBelow(id, treeScope));
  // Not woken here: the worker would look before this transaction has ended, and not see it.
  await store('TreeMove').insert({ entity: id });
}

/** Tells what hangs below moved entities where it is now. A move that was interrupted is done again: twice is as once. */
export const moveLoop: LoopWork = {
  name: 'moves of entities',
  every: pause,
  turn: async (goesOn) => {
    while (goesOn() && (await finishNext()));
  },
};

/** Finishes the move that waits longest. False when none does. */
function finishNext(): Promise<boolean> {
  return workNext('TreeMove', {
    lease,
    work: async (move) => {
      // As it is now: it may have moved again since.
      const entity = await store('Entity').findOne({ _id: move.record.entity });
      if (entity) await rescope(entity);
      await move.remove();
    },
  });
}

/** Rewrites the scope of all that hangs below the entity. To move is no change of a record: its revision and times stay. */
async function rescope({ id, treeScope }: Entity): Promise<void> {
  const own = new mongoose.Types.ObjectId(id);
  for (const name of lined()) await model(name).collection.updateMany({ treeScope: own }, lineBelow(id, treeScope));
  const below = await store('Entity').find({ filter: { treeScope: id } });
  const members = await store('EntityMember').find({ filter: { entity: { $in: below.map((each) => each.id) } } });
  for (const user of new Set(members.map((member) => member.user))) await rescopeUser(user);
}

/** What stands before the entity in a scope stays, what follows it is its new line. */
function lineBelow(id: string, treeScope: string[]): Record<string, unknown>[] {
  const own = new mongoose.Types.ObjectId(id);
  const line = treeScope.map((each) => new mongoose.Types.ObjectId(each));
  const before = { $slice: ['$treeScope', { $indexOfArray: ['$treeScope', own] }] };
  const isFirst = { $eq: [{ $indexOfArray: ['$treeScope', own] }, 0] };
  return [{ $set: { treeScope: { $cond: [isFirst, line, { $concatArrays: [before, line] }] } } }];
}

/** Where a record's scope is one line up the tree; a user's is the union of the lines of all memberships. */
const lined = (): ResourceName[] => {
  const scoped = [...resources.values()].filter(
    ({ fields, name, schema }) =>
      !['User', 'Entity'].includes(name) && !isPart(schema) && fields.some((field) => field.name === 'treeScope'),
  );
  return scoped.map(({ schema }) => schema.title).filter(isResourceName);
};
