import type { Entity } from '#schemas/generated/types.ts';
import { idIn, type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { putTwice } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { lineBelow, placeAtSuccessor, placeBelow, placeOrdersOf } from './placement.ts';

/**
 * Moves the tree below an entity that has a new line, in the transaction of that change: entities and their members at
 * once, since rights come from them; what hangs on them is left to jobs (design 4).
 */
export async function moveTree({ id, treeScope }: Entity): Promise<void> {
  for (const name of ['Entity', 'EntityMember'] as const)
    await store(name).rewrite({ treeScope: id }, lineBelow(id, treeScope));
  await putTwice('move', `Entity/${id}`);
}

/** Puts a client where the entity stands that was made for it, or outside the tree: the client at once, its orders by jobs. */
export async function moveClient(id: string): Promise<void> {
  const place = await store('Entity').findOne({ client: id });
  await store('Client').rewrite({ _id: id }, { $set: { treeScope: place?.treeScope ?? [] } });
  await putTwice('move', `Client/${id}`);
}

/**
 * Has all that stood at an entity that is being deleted follow to another, in the transaction that deletes it; so does what
 * was still on its way to it.
 */
export async function followSuccessor(gone: string, successor: string): Promise<void> {
  const onTheWay = await store('Job').find({ filter: { subject: { $regex: `^Entity/${gone}<` }, endedAt: null } });
  const all = new Set([gone, ...onTheWay.map(({ subject }) => subject.slice(subject.indexOf('<') + 1))]);
  for (const each of all) await putTwice('move', `Entity/${successor}<${each}`);
}

/**
 * Tells what hangs below a moved entity, stood at a deleted one (`Entity/SUCCESSOR<GONE`), or hangs on a moved client, where it is
 * now. One that was interrupted is done again: twice is as once.
 */
export const moveJob: JobKind<'move'> = {
  name: 'move',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }, tell) {
    const [id = '', gone] = idIn(subject).split('<');
    if (gone !== undefined) await placeAtSuccessor(id, gone);
    else if (subject.startsWith('Entity/')) await placeBelow(id, tell);
    else await placeOrdersOf(id, tell);
  },
};
