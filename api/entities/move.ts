import type { Entity } from '#schemas/generated/types.ts';
import { idIn, type JobKind, longestOfDatabase } from '../jobs/kind.ts';
import { putTwice } from '../jobs/queue.ts';
import { store } from '../store/store.ts';
import { lineBelow, placeAtSuccessor, placeBelow, placeOrdersOf } from './placement.ts';

/**
 * Updates the tree below a moved entity, in the transaction of the move: entities and members immediately, because
 * rights depend on them; a background job updates the rest (design 4).
 */
export async function moveTree({ id, treeScope }: Entity): Promise<void> {
  for (const name of ['Entity', 'EntityMember'] as const)
    await store(name).rewrite({ treeScope: id }, lineBelow(id, treeScope));
  await putTwice('move', `Entity/${id}`);
}

/** Moves a client to the entity created for it, or outside the tree: the client immediately, its orders by a job. */
export async function moveClient(id: string): Promise<void> {
  const place = await store('Entity').findOne({ client: id });
  await store('Client').rewrite({ _id: id }, { $set: { treeScope: place?.treeScope ?? [] } });
  await putTwice('move', `Client/${id}`);
}

/**
 * Redirects everything at a deleted entity to its successor, in the transaction of the deletion, including pending
 * moves to the deleted entity.
 */
export async function followSuccessor(gone: string, successor: string): Promise<void> {
  const pending = await store('Job').find({ filter: { subject: { $regex: `^Entity/${gone}<` }, endedAt: null } });
  const all = new Set([gone, ...pending.map(({ subject }) => subject.slice(subject.indexOf('<') + 1))]);
  for (const each of all) await putTwice('move', `Entity/${successor}<${each}`);
}

/**
 * Background job that updates the denormalized treeScope below a moved entity, of records of a deleted one
 * (`Entity/SUCCESSOR<GONE`), or of a moved client. Idempotent: an interrupted job runs again.
 */
export const moveJob: JobKind<'move'> = {
  name: 'move',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }, reportProgress) {
    const [id = '', gone] = idIn(subject).split('<');
    if (gone !== undefined) await placeAtSuccessor(id, gone);
    else if (subject.startsWith('Entity/')) await placeBelow(id, reportProgress);
    else await placeOrdersOf(id, reportProgress);
  },
};
