import type { ClientMergePreview, ClientMergeRequest } from '#schemas/clients/overview.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Client, ClientMerge, Entity, JsonMap } from '#schemas/generated/types.ts';
import { copiedProperties } from '#schemas/resource/search.ts';
import { allowedFilter, assertAbility, assertMay, may, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { recordAuditEvent } from '../../engine/audit/record-event.ts';
import { enqueueTwice } from '../../engine/jobs/queue.ts';
import { queueSearchWords } from '../../engine/jobs/search-words.ts';
import { assertRevision, deleteRecord, updateRecord } from '../../engine/resource/records/records.ts';
import { isResourceName, type ResourceName, resource } from '../../engine/store/model.ts';
import { mergedReferencesTo } from '../../engine/store/reference-paths.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { lockReferencesForDeletion, transaction } from '../../engine/store/transaction.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import { ApiError, invalidRecord, invalidRequest, notFound } from '../../platform/errors/catalogue.ts';
import { entities, followSuccessor } from '../entities/entities.ts';
import { rewriteScopes, scopeUpdatePipeline, singleLineResources } from '../entities/scope-updates.ts';
import { clients } from './clients.ts';
import { isDismissedPair } from './duplicates.ts';

// Merging two clients: one transaction replaces every reference to the merged client, which is then deleted. Jobs
// recompute what is derived, as after a move in the tree. The ClientMerge stores what undo-merge.ts needs. The other
// decision about two similar clients, that they are not duplicates, is here, too.

/** How long a merge can be undone; milliseconds. */
const undoPeriod = 30 * 24 * 60 * 60_000;

/**
 * The most references and places in the tree that one merge replaces; an order has both. A transaction ends after a
 * minute; 10,000 changes take some seconds.
 */
const maxMoved = 10_000;

type Moved = ClientMerge['moved'][number];

type ReadClient = (id: string) => Promise<Client | null>;

const readClient: ReadClient = (id) => storeOf('Client').findOne({ _id: id });
const lockClient: ReadClient = (id) => storeOf('Client').lockForUpdate(id);

/**
 * Returns a client that the viewer may merge, by default locked. Throws RESOURCE_NOT_FOUND, or MISSING_ABILITY or
 * MISSING_PERMISSION without the rights to update and delete it.
 */
export async function mergeableClient(viewer: Viewer, id: string, read: ReadClient = lockClient): Promise<Client> {
  allowedFilter(viewer, 'read', 'Client');
  const client = await read(id);
  if (!client || !may(viewer, 'read', 'Client', client)) throw notFound('Client', id);
  assertMayMerge(viewer, client);
  return client;
}

function assertMayMerge(viewer: Viewer, client: Client): void {
  assertMay(viewer, 'update', 'Client', client);
  assertMay(viewer, 'delete', 'Client', client);
}

/** Returns the client to be merged into another one. Throws for one that the viewer cannot read, or for the same one. */
async function lockOther(viewer: Viewer, id: string, other: string): Promise<Client> {
  const reject = (message: string) => [{ path: '/other', value: other, message }];
  if (other === id) throw invalidRequest('body', reject('A client cannot be merged with itself'));
  const client = await lockClient(other);
  if (!client || !may(viewer, 'read', 'Client', client)) throw invalidRecord(reject('No Client has this id'));
  assertMayMerge(viewer, client);
  return client;
}

const entityOf = ({ id }: Client): Promise<Entity | null> => storeOf('Entity').findOne({ client: id });

/** Counts the records that a merge of this client into another one would move. */
export async function previewMerge(viewer: Viewer, id: string): Promise<ClientMergePreview> {
  const merged = await mergeableClient(viewer, id, readClient);
  const counts = new Map<string, Set<string>>();
  for (const { type, records } of await findMoved(merged, await entityOf(merged)))
    counts.set(type, new Set([...(counts.get(type) ?? []), ...records]));
  // Earlier merges follow, but are no records that anybody counts.
  counts.delete('ClientMerge');
  const [sum] = await storeOf('Order').aggregate({ client: id }, [
    { $group: { _id: null, files: { $sum: { $size: { $ifNull: ['$files', []] } } } } },
  ]);
  const moves = [...counts].map(([type, ids]) => ({ type, count: ids.size }));
  return { moves, files: Number(sum?.files ?? 0) };
}

/**
 * Finds the records that refer to a client, in every resource with such a property, and those at its entity in the
 * tree. Throws REQUEST_DENIED if there are too many for one transaction.
 */
async function findMoved(client: Client, entity: Entity | null): Promise<Moved[]> {
  const moved: Moved[] = [];
  let left = maxMoved;
  const collect = async (type: ResourceName, field: string, filter: Filter) => {
    const found = await storeOf(type).find({ filter, only: ['revision'], limit: left + 1 });
    left -= found.length;
    if (left < 0) {
      throw new ApiError('REQUEST_DENIED', {
        reason: `Too many records to merge at once: at most ${maxMoved.toLocaleString('en-US')} references and places in the tree can be replaced`,
      });
    }
    if (found.length > 0) moved.push({ type, field, records: found.map(({ id }) => id) });
  };
  // A client has one entity at most, so the entities are merged separately.
  const references = mergedReferencesTo('Client').filter(({ name }) => name !== 'Entity');
  for (const { name, field } of references) await collect(name, field, { [field]: client.id });
  if (entity) {
    for (const name of singleLineResources())
      if (name !== 'Client') await collect(name, 'treeScope', { treeScope: entity.id });
  }
  return moved;
}

interface Replacement {
  viewer: Viewer;
  from: Pick<Client, 'id'>;
  to: Client;
}

/**
 * Replaces references to one client by references to another, with the copies of its texts. The records get a new
 * revision and an audit entry, but keep their time of the last change. Records that refer to another client since are
 * left as they are.
 */
export async function replaceReferences({ viewer, from, to }: Replacement, moved: Moved[]): Promise<void> {
  for (const { type, field, records } of moved) {
    if (field === 'treeScope' || !isResourceName(type)) continue;
    allowedFilter(viewer, 'update', type);
    const filter = { _id: { $in: records }, [field]: from.id };
    const found = await storeOf(type).find({ filter, only: ['revision'] });
    const copies = copiedProperties(resource(type)).flatMap(([name, path]) => {
      const [reference, copied = ''] = path.split('.');
      return reference === field ? [[name, Reflect.get(to, copied) ?? null]] : [];
    });
    const $set = { [field]: to.id, ...Object.fromEntries(copies) };
    await storeOf(type).updateDerived(filter, { $set, $inc: { revision: 1 } });
    for (const { id, revision } of found)
      await recordAuditChange({
        ...{ viewer, action: 'update', name: type },
        before: { id, revision, [field]: from.id },
        after: { id, revision: revision + 1, [field]: to.id },
      });
  }
}

/** Moves the records at one entity of the tree to another one. */
export async function replaceScopes(
  moved: Moved[],
  { from, to }: { from: string; to: Pick<Entity, 'treeScope'> },
): Promise<void> {
  for (const { type, field, records } of moved) {
    if (field !== 'treeScope' || !isResourceName(type)) continue;
    const filter = { _id: { $in: records }, treeScope: from };
    await rewriteScopes(type, filter, scopeUpdatePipeline(from, to.treeScope));
  }
}

/** Replaces the id of the merged client in saved views, whose filters are free-form. Returns what it changed. */
async function replaceInViews(from: Client, to: Client): Promise<ClientMerge['views']> {
  const changed: ClientMerge['views'] = [];
  for await (const views of storeOf('SavedView').batches({ only: ['config'] }, viewBatch)) {
    for (const { id, config } of views) {
      const text = JSON.stringify(config ?? {});
      if (!text.includes(from.id)) continue;
      const after: JsonMap = JSON.parse(text.replaceAll(from.id, to.id));
      changed.push({ id, before: config, after });
    }
  }
  for (const { id, after } of changed) await setView(id, after);
  return changed;
}

const viewBatch = 500;

/** Replaces the configuration of somebody's saved view. */
export async function setView(id: string, config: JsonMap): Promise<void> {
  await storeOf('SavedView').updateDerived({ _id: id }, { $set: { config }, $inc: { revision: 1 } });
}

/** The entities of both clients: the one that remains, and the one that is deleted. */
interface Places {
  remaining: Entity | null;
  removed: Entity | null;
  /** Whether the remaining one is that of the merged client. */
  isPlaceTaken: boolean;
}

async function placesOf(client: Client, merged: Client, take: string[]): Promise<Places> {
  const [own, other] = [await entityOf(client), await entityOf(merged)];
  const isPlaceTaken = other !== null && (own === null || take.includes('treeScope'));
  return isPlaceTaken
    ? { remaining: other, removed: own, isPlaceTaken }
    : { remaining: own, removed: other, isPlaceTaken };
}

interface Merge extends ClientMergeRequest {
  viewer: Viewer;
  /** The remaining client, with the revision that the user has seen. */
  id: string;
  revision: number | undefined;
}

/**
 * Merges another client into a client: the chosen values, everything that refers to the other one, and one entity of
 * the tree. Deletes the other client. The result is checked like any save and any deletion.
 */
export async function mergeClients({ viewer, id, revision, other, otherRevision, take }: Merge): Promise<ClientMerge> {
  return await transaction(async () => {
    // First: a concurrent write that refers to the merged client is then either seen here, or retried and rejected.
    await lockReferencesForDeletion();
    const client = await mergeableClient(viewer, id);
    const merged = await lockOther(viewer, id, other);
    assertRevision('Client', client, revision);
    assertRevision('Client', merged, otherRevision);
    const places = await placesOf(client, merged, take);
    const moved = await findMoved(merged, places.removed);
    const { before, after } = chosenValues(client, merged, take);
    const result: Client = { ...client, ...after };
    await replaceReferences({ viewer, from: merged, to: result }, moved);
    const views = await replaceInViews(merged, client);
    await mergeEntities({ viewer, client: result, merged, moved }, places);
    const updated = await updateRecord(
      { name: 'Client', declaration: clients(), viewer },
      { id, revision: client.revision, changes: after },
    );
    const addedAliases = aliasesOf(client, merged, updated);
    const aliases = [...updated.aliases.filter((each) => each !== updated.externalId), ...addedAliases];
    const stored = await storeOf('Client').update({ _id: id, revision: updated.revision }, { aliases });
    await recordMerge(viewer, {
      action: 'merge',
      client: stored ?? updated,
      merged,
      mergedRevision: merged.revision + 1,
    });
    await updateDerivedRecords([id]);
    return await storeOf('ClientMerge').insert({
      ...{ client: id, merged: merged.id, name: merged.name, user: viewer.user.id, userName: viewer.user.name },
      ...{ moved, views, mergedClient: merged, before, after, addedAliases },
      ...{ place: places.remaining?.id ?? null, isPlaceTaken: places.isPlaceTaken },
      ...(places.removed ? { removedEntity: places.removed } : {}),
      expires: fromNow(undoPeriod).toISOString(),
    });
  });
}

/** The values that the merge changes in the remaining client; null for a missing one. */
function chosenValues(client: Client, merged: Client, take: string[]) {
  const chosen = take.filter((name) => name !== 'treeScope');
  const valueIn = (of: Client, name: string): unknown => Reflect.get(of, name) ?? null;
  const differing = chosen.filter((name) => !isEqual(valueIn(client, name), valueIn(merged, name)));
  const valuesOf = (of: Client) =>
    Object.assign<Partial<Client>, object>({}, Object.fromEntries(differing.map((name) => [name, valueIn(of, name)])));
  return { before: valuesOf(client), after: valuesOf(merged) };
}

/** The ids and external ids by which report rows and links still name the merged client. */
function aliasesOf(client: Client, merged: Client, { externalId, aliases }: Client): string[] {
  const all = [merged.id, merged.externalId, client.externalId, ...merged.aliases].filter((each) => each !== undefined);
  return [...new Set(all)].filter((each) => each !== externalId && !aliases.includes(each));
}

interface EntityMerge {
  viewer: Viewer;
  /** The remaining client as it will be. */
  client: Client;
  merged: Client;
  moved: Moved[];
}

/** Leaves one entity for both clients, moves the records to it, and deletes the merged client with the other entity. */
async function mergeEntities({ viewer, client, merged, moved }: EntityMerge, places: Places): Promise<void> {
  const { remaining, removed, isPlaceTaken } = places;
  const subject = { name: 'Entity', declaration: entities, viewer } as const;
  if (remaining && removed) {
    await replaceScopes(moved, { from: removed.id, to: remaining });
    await followSuccessor(removed.id, remaining.id);
  }
  if (remaining && isPlaceTaken) {
    if (removed) await deleteRecord(subject, { id: removed.id, revision: removed.revision });
    const changes = { client: client.id, name: client.name };
    await updateRecord(subject, { id: remaining.id, revision: remaining.revision, changes });
  }
  const target = { id: merged.id, revision: merged.revision };
  await deleteRecord({ name: 'Client', declaration: clients(), viewer }, target);
}

/** Enqueues the jobs that recompute the tree scopes and search words of the records of these clients. */
export async function updateDerivedRecords(ids: string[]): Promise<void> {
  for (const id of ids) {
    await enqueueTwice('move', `Client/${id}`);
    await queueSearchWords(`Client/${id}`);
  }
}

interface MergeEvent {
  action: 'merge' | 'unmerge';
  client: Client;
  merged: Client;
  mergedRevision: number;
}

/** Records a merge or its undo in the history of both clients. */
export async function recordMerge(
  viewer: Viewer,
  { action, client, merged, mergedRevision }: MergeEvent,
): Promise<void> {
  const subjectOf = ({ id, name }: Client, revision: number) => ({ type: 'Client', id, name, revision });
  const nameOf = ({ id, name }: Client) => `${name} (${id})`;
  const event = { by: viewer, kind: 'record' as const, action };
  const [subject, other] = [subjectOf(client, client.revision), subjectOf(merged, mergedRevision)];
  await recordAuditEvent({ ...event, subject, details: { merged: nameOf(merged) } });
  await recordAuditEvent({ ...event, subject: other, details: { into: nameOf(client) } });
}

/** The most clients that one client is marked as different from; the oldest decisions give way. */
const maxDistinct = 500;

interface Dismissal {
  viewer: Viewer;
  pairs: string[][];
  /** False to list the pairs as likely duplicates again. */
  dismissed: boolean;
}

/**
 * Marks pairs of clients as no duplicates, or takes that back, for the page of likely duplicates. Both clients store the
 * id of the other one. Needs the rights to merge each of them. Returns the pairs that were changed.
 */
export async function dismissPairs({ viewer, pairs, dismissed }: Dismissal): Promise<string[][]> {
  assertAbility(viewer, 'delete', 'Client');
  return await transaction(async () => {
    const before = new Map<string, Client>();
    for (const id of [...new Set(pairs.flat())].toSorted()) before.set(id, await mergeableClient(viewer, id));
    const after = new Map(before);
    const changed = pairs.filter(([id = '', otherId = '']) => {
      const [one, other] = [after.get(id), after.get(otherId)];
      if (!one || !other || id === otherId || isDismissedPair(one, other) === dismissed) return false;
      after.set(id, withDecision(one, other, dismissed));
      after.set(otherId, withDecision(other, one, dismissed));
      return true;
    });
    for (const [id, client] of after) {
      if (client === before.get(id)) continue;
      await storeOf('Client').updateDerived({ _id: id }, { $set: { distinctFrom: client.distinctFrom } });
      await recordAuditChange({
        ...{ viewer, action: 'update', name: 'Client' },
        before: before.get(id) ?? null,
        after: client,
      });
    }
    return changed;
  });
}

function withDecision(client: Client, other: Client, dismissed: boolean): Client {
  const others = client.distinctFrom.filter((each) => each !== other.id && !other.aliases.includes(each));
  return { ...client, distinctFrom: dismissed ? [...others, other.id].slice(-maxDistinct) : others };
}
