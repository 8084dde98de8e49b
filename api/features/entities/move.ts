import type { Entity } from '#schemas/generated/types.ts';
import { type JobKind, subjectId, transactionTimeout } from '../../engine/jobs/kind.ts';
import { enqueueTwice } from '../../engine/jobs/queue.ts';
import { storeOf } from '../../engine/store/store.ts';
import { moveScopesToSuccessor, scopeUpdatePipeline, updateClientScopes, updateScopesBelow } from './scope-updates.ts';

/**
 * Updates the tree below a moved entity, in the transaction of the move: entities and members immediately, because
 * rights depend on them; a background job updates the rest (design 4).
 */
export async function moveTree({ id, treeScope }: Entity): Promise<void> {
  for (const name of ['Entity', 'EntityMember'] as const)
    await storeOf(name).updateDerived({ treeScope: id }, scopeUpdatePipeline(id, treeScope));
  await enqueueTwice('move', `Entity/${id}`);
}

/** Moves a client to the entity created for it, or outside the tree: the client immediately, its orders by a job. */
export async function moveClient(id: string): Promise<void> {
  const place = await storeOf('Entity').findOne({ client: id });
  await storeOf('Client').updateDerived({ _id: id }, { $set: { treeScope: place?.treeScope ?? [] } });
  await enqueueTwice('move', `Client/${id}`);
}

/**
 * Redirects everything at a deleted entity to its successor, in the transaction of the deletion, including pending
 * moves to the deleted entity.
 */
export async function followSuccessor(gone: string, successor: string): Promise<void> {
  const pending = await storeOf('Job').find({ filter: { subject: { $regex: `^Entity/${gone}<` }, endedAt: null } });
  const all = new Set([gone, ...pending.map(({ subject }) => subject.slice(subject.indexOf('<') + 1))]);
  for (const each of all) await enqueueTwice('move', `Entity/${successor}<${each}`);
}

/**
 * Background job that updates the denormalized treeScope below a moved entity, of records of a deleted one
 * (`Entity/SUCCESSOR<GONE`), or of a moved client. Idempotent: an interrupted job runs again.
 */
export const moveJob: JobKind<'move'> = {
  name: 'move',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }, reportProgress) {
    const [id = '', gone] = subjectId(subject).split('<');
    if (gone !== undefined) await moveScopesToSuccessor(id, gone);
    else if (subject.startsWith('Entity/')) await updateScopesBelow(id, reportProgress);
    else await updateClientScopes(id, reportProgress);
  },
};
