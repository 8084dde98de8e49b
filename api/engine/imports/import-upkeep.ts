import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Import, ImportChange, Records } from '#schemas/generated/types.ts';
import { importUndoDays } from '#schemas/resource/imports.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { abilityOf } from '../access/ability.ts';
import { type Viewer, viewerNow } from '../access/viewer.ts';
import { recordName } from '../bulk/bulk-actions.ts';
import { type JobKind, type ReportProgress, subjectId, transactionTimeout } from '../jobs/kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import type { RecordOperations } from '../resource/records/calls.ts';
import { asBody } from '../resource/routes/routes.ts';
import { updateAttachmentReferences } from '../resource/rules/attachments.ts';
import { checkUnreferenced } from '../resource/rules/references.ts';
import { isResourceName, type ResourceName, resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { batchWrites, transaction } from '../store/transaction.ts';
import { showImport } from './import-visibility.ts';
import { emptyReport, ImportReport, importableOf } from './importable.ts';

// What happens to an import besides reading its file: its end, and how its records are hidden, deleted or restored.

/** How long the file of an import with faulty rows can be downloaded; milliseconds. */
const faultyFileLifetime = 7 * 86_400_000;

/** How long an import can be undone; milliseconds. */
const undoPeriod = importUndoDays * 86_400_000;
/** How long its changes are stored: an undo that was requested at the last moment finds them. */
const changesLifetime = undoPeriod + 86_400_000;

/** Whether an import that ended then can no longer be undone. */
export const isUndoExpired = (endedAt: string | null | undefined): boolean =>
  (endedAt ?? '') < fromNow(-undoPeriod).toISOString();

/** The resource whose records an import writes. */
export function resourceOf({ resource }: Import): ResourceName {
  if (isResourceName(resource)) return resource;
  throw new Error(`There is no resource ${resource}`);
}

/** The condition that an import is still the attempt of this worker. */
export const ownImport = ({ id, status, attempt }: Import) => ({ _id: id, status, attempt });

/**
 * Saves how an import ended and releases its file, unless its faulty rows can be downloaded. Returns null if the import
 * has changed meanwhile.
 */
export async function saveImportEnd(
  imported: Import,
  changes: Partial<Import>,
  keepsFile = false,
): Promise<Import | null> {
  const ended = { ...changes, ...(keepsFile ? {} : { file: null }), endedAt: now().toISOString() };
  const settled = await storeOf('Import').update(ownImport(imported), ended);
  if (settled && keepsFile) await enqueueJob('importUpkeep', `Import/${imported.id}`, fromNow(faultyFileLifetime));
  if (settled?.status === 'done' && importableOf(settled).saved)
    await enqueueJob('importUpkeep', `Import/${imported.id}`, fromNow(changesLifetime));
  if (settled) await updateAttachmentReferences('Import', imported, settled);
  return settled;
}

/** Records to delete or change per batch. */
const batchSize = 2_000;

/** Deletes the hidden records of an import in batches. */
export async function deleteImportRecords(
  imported: Import,
  reportProgress: (done: number) => Promise<void>,
): Promise<void> {
  const records = storeOf(resourceOf(imported));
  for (let done = 0; ; ) {
    const ids = await idsOf(imported, {});
    if (ids.length === 0) break;
    done += await records.deleteMany({ _id: { $in: ids } });
    await reportProgress(done);
  }
  await importableOf(imported).onDeleted?.(imported);
}

/** Hides or shows the records of an import in batches. */
async function updateVisibility(imported: Import, reportProgress: (done: number) => Promise<void>): Promise<void> {
  const { hidden } = imported;
  const records = storeOf(resourceOf(imported));
  for (let done = 0; ; ) {
    const ids = await idsOf(imported, { hidden: !hidden });
    if (ids.length === 0) return;
    done += await records.updateMany({ _id: { $in: ids } }, { $set: { hidden }, $inc: { revision: 1 } });
    await reportProgress(done);
  }
}

async function idsOf(imported: Import, more: object): Promise<string[]> {
  const filter = { importNumber: imported.number, ...more };
  const found = await storeOf(resourceOf(imported)).find({ filter, limit: batchSize, only: ['revision'] });
  return found.map(({ id }) => id);
}

/**
 * Background job for imports beyond loading rows: hides, shows and deletes records, cleans up after failed or canceled
 * imports, and cancels abandoned drafts. Idempotent.
 */
export const importUpkeepJob: JobKind<'importUpkeep'> = {
  name: 'importUpkeep',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }, reportProgress) {
    const imported = await storeOf('Import').findOne({ _id: subjectId(subject) });
    if (imported) await upkeep[imported.status](imported, reportProgress);
  },
};

type Upkeep = (imported: Import, reportProgress: ReportProgress) => Promise<void>;

const nothing: Upkeep = async () => undefined;

/** Work per import status. */
const upkeep: Record<Import['status'], Upkeep> = {
  draft: cancelDraft,
  checked: cancelDraft,
  checking: nothing,
  running: nothing,
  done: async (imported, reportProgress) => {
    await releaseFile(imported);
    await deleteChanges(imported, reportProgress);
  },
  removed: nothing,
  failed: collect,
  canceled: collect,
  hiding: changeVisibility,
  showing: changeVisibility,
  undoing: async (imported, reportProgress) => await undoImport(imported, imported.undoTo, reportProgress),
  removing: async (imported, reportProgress) => {
    if (importableOf(imported).saved) return await undoImport(imported, 'removed', reportProgress);
    await deleteImportRecords(imported, reportProgress);
    await transaction(async () => {
      if (await storeOf('Import').update(stillInStatus(imported), { status: 'removed', endedAt: now().toISOString() }))
        await showImport(imported.number);
    });
  },
};

/** The condition that an import is still in its status. */
export const stillInStatus = ({ id, status }: Import) => ({ _id: id, status });

async function cancelDraft(imported: Import): Promise<void> {
  await transaction(async () => void (await saveImportEnd(imported, { status: 'canceled' })));
}

/** Releases the file of an import once its faulty rows can no longer be downloaded. */
async function releaseFile(imported: Import): Promise<void> {
  const { file, endedAt, status } = imported;
  if (!file || (endedAt ?? '') > fromNow(-faultyFileLifetime).toISOString()) return;
  await transaction(async () => void (await saveImportEnd(imported, { status })));
}

/** Deletes what the undo of an import needs, in batches, once it can no longer be undone. */
async function deleteChanges({ id, endedAt }: Import, reportProgress: ReportProgress): Promise<void> {
  if ((endedAt ?? '') > fromNow(-changesLifetime).toISOString()) return;
  for (let done = 0; ; ) {
    const changes = await storeOf('ImportChange').find({
      filter: { import: id },
      limit: batchSize,
      only: ['position'],
    });
    if (changes.length === 0) return;
    done += await storeOf('ImportChange').deleteMany({ _id: { $in: changes.map((each) => each.id) } });
    await reportProgress(done);
  }
}

/** Restores the records that an import has saved one by one. */
async function undoImport(imported: Import, status: Import['undoTo'], reportProgress: ReportProgress): Promise<void> {
  const undone = await undoChanges(imported, await restoringUser(imported), reportProgress);
  const remaining = await storeOf('Import').findOne({ _id: imported.id });
  if (!remaining || remaining.status !== imported.status) return;
  const report = new ImportReport(imported, { ...(status === 'removed' ? emptyReport() : remaining) });
  for (const { line, message } of undone.conflicts)
    report.fault({ line, field: '', message, fix: 'Check the record, and restore or delete it on its own page' });
  const { problemCount, problems, problemGroups } = report.parts;
  await transaction(async () => {
    const changes = { status, undone: undone.count, problemCount, problems, problemGroups };
    if (await saveImportEnd(remaining, changes, remaining.faulty > 0)) await showImport(imported.number);
  });
}

/**
 * The user of an import with the right to restore what the import has changed: whatever their rights have become, and
 * as if they had signed in recently.
 */
async function restoringUser({ user: id, actor }: Import): Promise<Viewer> {
  const viewer = await viewerNow(id, actor);
  const user = viewer?.user ?? (await storeOf('User').findOne({ _id: id }));
  if (!user) throw new Error('The user of the import no longer exists');
  const ability = abilityOf([{ action: 'manage', subject: 'all' }]);
  const rights = viewer?.rights ?? { memberships: [], entities: [], above: [], managed: [] };
  const { really } = viewer ?? {};
  return {
    grants: [],
    rules: [],
    ...(really ? { really } : {}),
    user,
    rights,
    ability,
    signedInAt: now().toISOString(),
  };
}

/** Deletes the records of an incomplete import and releases its file. */
async function collect(imported: Import, reportProgress: ReportProgress): Promise<void> {
  if (imported.number > 0 && !importableOf(imported).saved) await deleteImportRecords(imported, reportProgress);
  if (imported.number > 0) await showImport(imported.number);
  if (imported.file && imported.faulty === 0)
    await transaction(async () => void (await saveImportEnd(imported, { status: imported.status })));
  else await releaseFile(imported);
}

async function changeVisibility(imported: Import, reportProgress: ReportProgress): Promise<void> {
  const importable = importableOf(imported);
  await importable.onVisibilityChange?.(imported);
  await updateVisibility(imported, reportProgress);
  await transaction(async () => {
    if (await storeOf('Import').update(stillInStatus(imported), { status: 'done' }))
      await importable.onVisibilityChange?.(imported);
  });
}

/** Changes that are undone in one transaction. */
const undoneAtOnce = 50;

/** Maximum number of conflicts that are listed. */
const maxConflicts = 100;

/** A record that cannot be restored; line 0 if its row was in the file of a replaced import. */
interface UndoConflict {
  line: number;
  message: string;
}

/** Changes of a replaced import come before those of the import that replaced it. */
const beforeOthers = 1_000_000_000;

/**
 * Undoes what an import did to each record, the last change first: deletes new records and restores changed properties.
 * What others have changed since stays, and is listed. Records that a replacing import contains stay, too: their change
 * becomes one of that import. Changes are undone in transactions that delete their entries, so that a restart
 * continues.
 */
async function undoChanges(
  imported: Import,
  viewer: Viewer,
  reportProgress: ReportProgress,
): Promise<{ count: number; conflicts: UndoConflict[] }> {
  const { id, replacedBy } = imported;
  const { saved } = importableOf(imported);
  if (!saved) throw new Error(`Imports of ${imported.resource} have no changes to undo`);
  const undoing: Undoing = { name: resourceOf(imported), replacedBy, undo: (change) => saved.undo(change, viewer) };
  const result: { count: number; conflicts: UndoConflict[] } = { count: imported.undone, conflicts: [] };
  for (;;) {
    const filter = { import: id };
    const changes = await storeOf('ImportChange').find({ filter, sort: ['-position'], limit: undoneAtOnce });
    if (changes.length === 0) return result;
    for (const { position, conflict } of await undoTogether(changes, undoing)) {
      if (conflict === undefined) result.count += 1;
      else if (result.conflicts.length < maxConflicts)
        result.conflicts.push({ line: Math.max(0, position), message: conflict });
    }
    await reportProgress(result.count);
  }
}

interface Undoing {
  name: ResourceName;
  replacedBy: string | null;
  /** Restores a record. Returns what cannot be restored. */
  undo: (change: ImportChange) => Promise<string | undefined>;
}

/** A change that was undone, or why it was not. */
interface Undone {
  position: number;
  conflict: string | undefined;
}

/**
 * Undoes changes in one transaction. If one of them is rejected, each is undone in a transaction of its own, so that the
 * others are undone.
 */
async function undoTogether(changes: ImportChange[], undoing: Undoing): Promise<Undone[]> {
  const records = changes.map(({ record }) => record);
  const isSingle = new Set(records).size === records.length;
  if (isSingle) {
    try {
      return await transaction(() => undoAll(changes, undoing));
    } catch (error) {
      if (!isRejection(error)) throw error;
    }
  }
  const undone: Undone[] = [];
  for (const { id, position } of changes) {
    try {
      // Undoing a later change of the same record changes the revision that this one expects.
      const change = await storeOf('ImportChange').findOne({ _id: id });
      if (change) undone.push(...(await transaction(() => undoAll([change], undoing))));
    } catch (error) {
      if (!isRejection(error)) throw error;
      await storeOf('ImportChange').deleteMany({ _id: id });
      undone.push({ position, conflict: error.message });
    }
  }
  return undone;
}

const isRejection = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

/** Undoes changes of different records, and deletes their entries. */
async function undoAll(changes: ImportChange[], { name, replacedBy, undo }: Undoing): Promise<Undone[]> {
  const records = changes.map(({ record }) => record);
  const filter = { import: replacedBy, record: { $in: records } };
  const replacing = replacedBy === null ? [] : await storeOf('ImportChange').find({ filter, only: ['record'] });
  const isReplaced = new Set(replacing.map(({ record }) => record));
  const own = changes.filter(({ record }) => !isReplaced.has(record));
  for (const { id, record, position } of changes)
    if (isReplaced.has(record))
      await storeOf('ImportChange').updateMany(
        { _id: id },
        { $set: { import: replacedBy, position: position - beforeOthers } },
      );
  batchWrites();
  const created = own.flatMap(({ action, record }) => (action === 'create' ? [record] : []));
  await checkUnreferenced(name, created);
  const deleted = await storeOf('ImportChange').deleteMany({ _id: { $in: own.map(({ id }) => id) } });
  if (deleted < own.length) throw new Error('Another worker has undone some of these changes');
  const undone: Undone[] = [];
  for (const change of changes) {
    const conflict = isReplaced.has(change.record) ? undefined : await undo(change);
    undone.push({ position: change.position, conflict });
  }
  return undone;
}

/** Operations on single records. */
export type ImportOperations<T> = Pick<RecordOperations<T>, 'create' | 'update' | 'remove'>;

interface Undo<Name extends ResourceName> {
  name: Name;
  operations: ImportOperations<Records[Name]>;
}

/**
 * Restores a record as it was before the import: deletes a new one, and sets changed properties back, but leaves what
 * others have changed since. Returns what it leaves. Throws what the save throws.
 */
export async function undoChange<Name extends ResourceName>(
  { name, operations }: Undo<Name>,
  { import: from, record: id, action, recordRevision, values }: ImportChange,
): Promise<string | undefined> {
  const current = action === 'none' ? null : await storeOf(name).findOne({ _id: id });
  if (!current) return undefined;
  const { revision } = current;
  const called = recordName(name, current);
  if (action === 'create') {
    if (revision !== recordRevision) return `${called} was changed since, and stays`;
    await removeRecord({ name, operations }, current);
    return undefined;
  }
  const entries = Object.entries(values).map(([field, value]) => ({ field, ...change(value) }));
  const isOwn = ({ field, after }: (typeof entries)[number]) => isEqual(Reflect.get(current, field) ?? null, after);
  const own = entries.filter(isOwn).map(({ field, before }) => [field, before]);
  if (own.length > 0) {
    const changes = asBody<Partial<Records[Name]>>(Object.fromEntries(own));
    const restored = await operations.update({ id, revision, changes });
    // Earlier changes of the record passed to this import from a replaced one, and are undone next.
    if (revision === recordRevision)
      await storeOf('ImportChange').updateMany(
        { import: from, record: id },
        { $set: { recordRevision: restored.revision } },
      );
  }
  const others = entries.filter((entry) => !isOwn(entry)).map(({ field }) => field);
  return others.length > 0 ? `${called}: ${others.join(', ')} changed since, and stays` : undefined;
}

const change = (value: unknown): { before: unknown; after: unknown } => ({
  before: null,
  after: null,
  ...Object(value),
});

/** Deletes a record, or deactivates it if such records are never deleted. */
async function removeRecord<Name extends ResourceName>(
  { name, operations }: Undo<Name>,
  { id, revision }: Records[Name],
): Promise<void> {
  const { operations: offered, fields } = resource(name);
  if (offered.includes('delete')) return void (await operations.remove({ id, revision }));
  if (!fields.some((field) => field.name === 'inactive'))
    throw new ApiError('RESOURCE_INOPERABLE', { reason: `A ${name} cannot be deleted` });
  await operations.update({ id, revision, changes: asBody<Partial<Records[Name]>>({ inactive: true }) });
}

/** The changes of imports that wrote a record. */
export const writes = { action: { $in: ['create', 'update'] } };

/** The number of records that an import wrote, up to a limit. */
export async function writtenRecords(id: string, limit: number): Promise<number> {
  const stages = [{ $group: { _id: '$record' } }, { $limit: limit }, { $count: 'records' }];
  const [found] = await storeOf('ImportChange').aggregate({ ...writes, import: id }, stages);
  return Number(found?.records ?? 0);
}
