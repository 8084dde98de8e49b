import type { Entity, TreeMove } from '#schemas/generated/types.ts';
import { fromNow } from '../clock/clock.ts';
import type { LoopWork } from '../jobs/loops.ts';
import { workNext } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { lineBelow, rescopeBelow, rescopeClient } from './rescope.ts';

/** Milliseconds: how often moves are looked for, and after how long one that has not ended is taken over. */
const pause = 1_000;
const lease = 120_000;

/** Longer than MongoDB lets a transaction last: what is saved under the place of before is saved by then. Milliseconds. */
const saving = 90_000;

/**
 * Moves the tree below an entity that has a new line, in the transaction of that change: entities at once, since rights
 * come from them; what hangs on them is left to `moveLoop` (design 4).
 */
export async function moveTree({ id, treeScope }: Entity): Promise<void> {
  await store('Entity').rewrite({ treeScope: id }, lineBelow(id, treeScope));
  await leave({ entity: id });
}

/** Puts a client where the entity stands that was made for it, or outside the tree: the client at once, its orders by `moveLoop`. */
export async function moveClient(id: string): Promise<void> {
  const place = await store('Entity').findOne({ client: id });
  await store('Client').rewrite({ _id: id }, { $set: { treeScope: place?.treeScope ?? [] } });
  await leave({ client: id });
}

/** Not woken here: the worker would look before this transaction has ended, and not see it. */
async function leave(move: Partial<TreeMove>): Promise<void> {
  await store('TreeMove').insert(move);
}

/**
 * Tells what hangs below moved entities where it is now. A move that was interrupted is done again, and each is done a second
 * time for what was being saved meanwhile: twice is as once.
 */
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
      const { entity, client, isToldOnce } = move.record;
      if (entity) await rescopeBelow(entity);
      if (client) await rescopeClient(client);
      if (isToldOnce) await move.remove();
      else await move.settle([{ $set: { isToldOnce: true, dueAt: fromNow(saving) } }]);
    },
  });
}
