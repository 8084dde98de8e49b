import { setTimeout as pause } from 'node:timers/promises';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Client, ClientMerge, Entity } from '#schemas/generated/types.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { updateRecord } from '../../engine/resource/records/records.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { lockTreeScope } from '../../engine/store/tree-scope.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError, conflict, notFound } from '../../platform/errors/catalogue.ts';
import { entities, moveClient } from '../entities/entities.ts';
import { clients } from './clients.ts';
import {
  mergeableClient,
  recordMerge,
  replaceReferences,
  replaceScopes,
  setView,
  updateDerivedRecords,
} from './merge.ts';

interface UndoRequest {
  viewer: Viewer;
  /** The remaining client. */
  id: string;
  mergeId: string;
}

/**
 * Undoes a merge in one transaction: restores the merged client with its entity, and moves the records back that the
 * merge moved. What was changed since stays: later changes of the remaining client and of moved records, and records
 * that were created on the remaining client or moved to a third one.
 */
export async function undoMerge(request: UndoRequest): Promise<ClientMerge> {
  const deadline = performance.now() + maxWait;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryUndo(request, deadline);
    } catch (error) {
      // A job of the merge can start between the wait for it and the transaction, or the client can be saved.
      const isConflict = error instanceof ApiError && error.code === 'RESOURCE_CONFLICT';
      if (!isConflict || attempt === maxAttempts) throw error;
    }
  }
}

const maxAttempts = 3;
/** How long all attempts together wait for jobs of the merge; milliseconds. */
const maxWait = 10_000;

async function tryUndo({ viewer, id, mergeId }: UndoRequest, deadline: number): Promise<ClientMerge> {
  const requested = await storeOf('ClientMerge').findOne({ _id: mergeId, client: id });
  if (requested) await waitForMoves(requested, deadline);
  return await transaction(async () => {
    const client = await mergeableClient(viewer, id);
    const merge = await storeOf('ClientMerge').lockForUpdate(mergeId);
    if (!merge || merge.client !== id) throw notFound('ClientMerge', mergeId);
    await assertUndoable(merge);
    const reverted = await revertValues(viewer, client, merge);
    const merged = await restoreClient(merge);
    const restored = await restoreEntities({ viewer, client: reverted, merged, merge });
    if (restored && merge.place) await replaceScopes(merge.moved, { from: merge.place, to: restored });
    await replaceReferences({ viewer, from: client, to: merged }, merge.moved);
    await restoreViews(merge);
    await recordMerge(viewer, { action: 'unmerge', client: reverted, merged, mergedRevision: merged.revision });
    await updateDerivedRecords([id, merged.id]);
    const undone = await storeOf('ClientMerge').update({ _id: mergeId }, { undoneAt: now().toISOString() });
    if (!undone) throw notFound('ClientMerge', mergeId);
    return undone;
  });
}

/**
 * Throws unless the merge can be undone: within 30 days, once, and the latest one first, because each builds on the
 * clients and entities that the one before has left.
 */
async function assertUndoable(merge: ClientMerge): Promise<void> {
  const deny = (reason: string) => new ApiError('REQUEST_DENIED', { reason });
  if (merge.undoneAt !== null) throw deny('This merge has already been undone');
  if (now().toISOString() >= merge.expires) throw deny('A merge can be undone for 30 days');
  const later = { client: merge.client, undoneAt: null, createdAt: { $gt: merge.createdAt } };
  const [next] = await storeOf('ClientMerge').find({ filter: later, sort: ['-createdAt'], limit: 1 });
  if (next) {
    throw new ApiError('RESOURCE_INOPERABLE', {
      reason: `Undo the later merge of ${next.name} first`,
      details: { resourceType: 'Client', resourceId: merge.client },
    });
  }
}

/** Gives the remaining client its own values back, except where somebody has changed them since. */
async function revertValues(viewer: Viewer, client: Client, merge: ClientMerge): Promise<Client> {
  const isUnchanged = (name: string) =>
    isEqual(Reflect.get(client, name) ?? null, Reflect.get(merge.after, name) ?? null);
  const changes = Object.assign<Partial<Client>, object>(
    {},
    Object.fromEntries(Object.entries(merge.before).filter(([name]) => isUnchanged(name))),
  );
  const { id, revision } = client;
  const updated = await updateRecord({ name: 'Client', declaration: clients(), viewer }, { id, revision, changes });
  const aliases = updated.aliases.filter((each) => !merge.addedAliases.includes(each));
  return (await storeOf('Client').update({ _id: id, revision: updated.revision }, { aliases })) ?? updated;
}

/** Inserts the merged client again, with a revision that nobody has seen. Its place in the tree follows. */
async function restoreClient({ mergedClient }: ClientMerge): Promise<Client> {
  const revision = mergedClient.revision + 2;
  return await storeOf('Client').insert({ ...mergedClient, revision, updatedAt: now().toISOString(), treeScope: [] });
}

interface EntityRestore {
  viewer: Viewer;
  client: Client;
  merged: Client;
  merge: ClientMerge;
}

/**
 * Gives each client its own entity again: the remaining one goes back to the merged client if it was its own, and the
 * deleted one is inserted again. Returns the latter.
 */
async function restoreEntities({ viewer, client, merged, merge }: EntityRestore): Promise<Entity | null> {
  const { place, isPlaceTaken, removedEntity } = merge;
  const remaining = place === null ? null : await storeOf('Entity').lockForUpdate(place);
  if (place !== null && removedEntity) await endMoves(merge);
  if (isPlaceTaken && remaining?.client === client.id) {
    const { id, revision } = remaining;
    const changes = { client: merged.id, name: merged.name };
    await updateRecord({ name: 'Entity', declaration: entities, viewer }, { id, revision, changes });
  }
  const owner = isPlaceTaken ? client : merged;
  // The remaining client may have got another entity since.
  if (!removedEntity || (await storeOf('Entity').count({ client: owner.id }, 1)) > 0) return null;
  const parent = await existingParent(removedEntity, remaining);
  const restored = await storeOf('Entity').insert({
    ...removedEntity,
    ...{ parent, client: owner.id, name: owner.name, revision: removedEntity.revision + 2 },
    treeScope: [removedEntity.id, ...(parent === null ? [] : await lockTreeScope('Entity', parent))],
  });
  await recordAuditChange({ viewer, action: 'create', name: 'Entity', before: null, after: restored });
  await moveClient(owner.id);
  return restored;
}

/** The parent that the entity had, or that of the remaining entity if it was deleted since. */
async function existingParent({ parent }: Entity, remaining: Entity | null): Promise<string | null> {
  const isThere = parent === null || (await storeOf('Entity').count({ _id: parent, subType: 'abstract' }, 1)) > 0;
  return isThere ? parent : (remaining?.parent ?? null);
}

/** The jobs that move records from the deleted entity to the remaining one. */
const movesOf = ({ place, removedEntity }: Pick<ClientMerge, 'place' | 'removedEntity'>) => ({
  kind: 'move',
  subject: `Entity/${place}<${removedEntity?.id}`,
  dueAt: { $ne: null },
});

/** Waits for a running job of the merge. Usually it takes a fraction of a second. */
async function waitForMoves(merge: ClientMerge, deadline: number): Promise<void> {
  const running = { ...movesOf(merge), status: 'running' };
  while (performance.now() < deadline && (await storeOf('Job').count(running, 1)) > 0) await pause(100);
}

/**
 * Deletes the waiting jobs that move records from the deleted entity to the remaining one. Throws RESOURCE_CONFLICT
 * while one of them is running: it could move records after the undo.
 */
async function endMoves(merge: ClientMerge): Promise<void> {
  const jobs = await storeOf('Job').find({ filter: movesOf(merge), only: ['status'] });
  if (jobs.some(({ status }) => status === 'running')) {
    const reason = 'The records of the merge are still being moved. Try again in a moment';
    throw conflict('Client', merge.client, reason);
  }
  await storeOf('Job').deleteMany(movesOf(merge));
}

/** Restores the saved views that nobody has changed since; others get the merged client back where they name it. */
async function restoreViews({ views, client, mergedClient }: ClientMerge): Promise<void> {
  for (const { id, before, after } of views) {
    const view = await storeOf('SavedView').findOne({ _id: id });
    if (!view) continue;
    const text = JSON.stringify(view.config);
    await setView(id, isEqual(view.config, after) ? before : JSON.parse(text.replaceAll(client, mergedClient.id)));
  }
}
