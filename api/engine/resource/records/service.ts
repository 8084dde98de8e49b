import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Records } from '#schemas/generated/types.ts';
import { isRemovable } from '#schemas/resource/resource.ts';
import { conflict, notFound } from '../../../platform/errors/catalogue.ts';
import { allowedFilter, assertMay, loadReadable, may, type Viewer } from '../../access/viewer.ts';
import { isAudited, recordAuditChange } from '../../audit/record-change.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import { storeOf } from '../../store/store.ts';
import { transaction } from '../../store/transaction.ts';
import { withTreeScope } from '../../store/tree-scope.ts';
import { listRecords, streamRows } from '../lists/list.ts';
import { hasAttachmentFields, updateAttachmentReferences } from '../rules/attachments.ts';
import type { DependentResource, OperationContext, ResourceHooks, Write } from '../rules/declaration.ts';
import { assertMaySet } from '../rules/field-write-access.ts';
import { assertReferencesExist, assertUnreferenced } from '../rules/references.ts';
import { applyScripts } from '../rules/scripts.ts';
import type { RecordOperations, RecordTarget, StoreResponse } from './calls.ts';

/** The CRUD operations on a collection's records. */
export function collectionOperations<Name extends ResourceName>(
  subject: OperationContext<Name>,
): RecordOperations<Records[Name]> {
  return {
    list: (query) => listRecords(subject, query),
    rows: (query) => streamRows(subject, query),
    read: (id) => readRecord(subject, id),
    create: (changes, storeResponse) => createRecord(subject, changes, storeResponse),
    update: (change) => updateRecord(subject, change),
    remove: (seen) => deleteRecord(subject, seen),
  };
}

/** Reads a record. Throws RESOURCE_NOT_FOUND when it is missing or the viewer may not read it. */
export async function readRecord<Name extends ResourceName>(
  subject: OperationContext<Name>,
  id: string,
): Promise<Records[Name]> {
  const { name, declaration, viewer } = subject;
  const known = declaration.preloaded?.(viewer);
  const isKnownReadable = known?.id === id && may(viewer, 'read', name, known);
  return await asRead(declaration, isKnownReadable ? known : await load(subject, id), viewer);
}

/** Loads the stored record. Throws RESOURCE_NOT_FOUND, also when it belongs to another parent record. */
async function load<Name extends ResourceName>(
  { name, declaration, viewer, below = {} }: OperationContext<Name>,
  id: string,
): Promise<Records[Name]> {
  const record = await loadReadable(viewer, name, id);
  const isHere = Object.entries(below).every(([field, value]) => Reflect.get(record, field) === value);
  if (!isHere) throw notFound(name, id);
  const visibility = await declaration.visibilityCondition?.();
  if (visibility && (await storeOf(name).count({ $and: [{ _id: id }, visibility] }, 1)) === 0) throw notFound(name, id);
  return record;
}

/** The record with computed fields, as every response contains it. */
async function asRead<T>({ onRead, onReadOne }: ResourceHooks<T>, record: T, viewer: Viewer): Promise<T> {
  const [computedRecord = record] = onRead ? await onRead([record], viewer) : [];
  return onReadOne ? await onReadOne(computedRecord, viewer) : computedRecord;
}

/**
 * Creates a record. Throws MISSING_ABILITY, MISSING_PERMISSION, DATABASE_VALIDATION_ERROR, or an error of the
 * resource's hooks.
 */
export async function createRecord<Name extends ResourceName>(
  { name, declaration, viewer, below = {} }: OperationContext<Name>,
  requested: Partial<Records[Name]>,
  storeResponse?: StoreResponse<Records[Name]>,
): Promise<Records[Name]> {
  allowedFilter(viewer, 'create', name);
  assertMaySet(viewer, name, requested, null);
  const changes = { ...requested, ...below };
  await assertReferencesExist(viewer, name, changes);
  const created = await writeWithHooks(
    { name, declaration, storeResponse },
    { viewer, action: 'create', current: null, changes },
    async (completed) => {
      const scoped = await withTreeScope(name, completed, null);
      assertMay(viewer, 'create', name, scoped);
      return await storeOf(name).insert(scoped);
    },
  );
  return declaration.createResponse?.(created) ?? created;
}

/**
 * Updates the fields in `changes`. Throws RESOURCE_CONFLICT when the record is no longer at `revision` (optimistic
 * locking). Null removes an optional value; hooks receive it as undefined. A change without effect returns the record
 * as it is, with no new revision or audit entry.
 */
export async function updateRecord<Name extends ResourceName>(
  subject: OperationContext<Name>,
  { id, revision, changes: requested }: RecordTarget & { changes: Partial<Records[Name]> },
): Promise<Records[Name]> {
  const { name, declaration, viewer } = subject;
  const current = await load(subject, id);
  assertMay(viewer, 'update', name, current);
  assertMaySet(viewer, name, requested, current);
  assertRevision(name, current, revision);
  const removed = removedBy(name, requested);
  const changes = { ...requested, ...Object.fromEntries(removed.map((field) => [field, undefined])) };
  await assertReferencesExist(viewer, name, changes);
  return await writeWithHooks(
    { name, declaration },
    { viewer, action: 'update', current, changes },
    async (completed) => {
      const removedFields = removed
        .filter((field) => Reflect.get(completed, field) === undefined)
        .map((field) => [field, null]);
      const scoped = await withTreeScope(name, { ...completed, ...Object.fromEntries(removedFields) }, current);
      assertMay(viewer, 'update', name, { ...current, ...scoped });
      const updated = await storeOf(name).update({ _id: id, revision: current.revision }, scoped);
      if (!updated) throw staleRevisionError(name, id);
      return updated;
    },
  );
}

/** Whether a record already has all values of a change. */
export const isNoChange = (current: object, changes: object): boolean =>
  Object.entries(changes).every(([field, value]) => isEqual(value, Reflect.get(current, field)));

/** The fields that a body removes. */
function removedBy(name: ResourceName, requested: object): string[] {
  const removable = resource(name).fields.filter(isRemovable);
  return removable.map((field) => field.name).filter((field) => Reflect.get(requested, field) === null);
}

/** Deletes a record that no other record references, and returns it as it was. */
export async function deleteRecord<Name extends ResourceName>(
  subject: OperationContext<Name>,
  { id, revision }: RecordTarget,
): Promise<Records[Name]> {
  const { name, declaration, viewer } = subject;
  const current = await load(subject, id);
  assertMay(viewer, 'delete', name, current);
  assertRevision(name, current, revision);
  return await removeWhole({ name, declaration, viewer }, current);
}

/** Deletes a record with its dependent records, each with its own hooks (cascade). */
async function removeWhole<Name extends ResourceName>(
  { name, declaration, viewer }: OperationContext<Name>,
  current: Records[Name],
): Promise<Records[Name]> {
  const { id, revision } = current;
  const { dependents = [] } = declaration;
  return await writeWithHooks({ name, declaration }, { viewer, action: 'delete', current, changes: {} }, async () => {
    await assertUnreferenced(name, id, dependents);
    const deleted = await storeOf(name).delete({ _id: id, revision });
    if (!deleted) throw staleRevisionError(name, id);
    for (const part of dependents) await removeParts(part, id, viewer);
    return deleted;
  });
}

async function removeParts<Name extends ResourceName>(
  { name, field, declaration }: DependentResource<Name>,
  above: string,
  viewer: Viewer,
): Promise<void> {
  // Fast path: no hooks, audit or attachments, so delete in bulk. There may be many and large ones.
  if (!declaration && !isAudited(name) && !hasAttachmentFields(name))
    return void (await storeOf(name).deleteMany({ [field]: above }));
  for (const current of await storeOf(name).find({ filter: { [field]: above } }))
    await removeWhole({ name, declaration: declaration ?? {}, viewer }, current);
}

/**
 * Compares the revision that the caller has seen (If-Match with an earlier ETag) with the stored one. Throws
 * RESOURCE_CONFLICT for a stale revision.
 */
export function assertRevision(
  name: ResourceName,
  current: { id: string; revision: number },
  seen: number | undefined,
): void {
  if (seen !== undefined && seen !== current.revision) throw staleRevisionError(name, current.id);
}

/** The error for a write based on a stale revision. */
export const staleRevisionError = (name: ResourceName, id: string) =>
  conflict(name, id, `This ${name} has been changed by another user in the meantime`);

interface WriteContext<Name extends ResourceName> {
  name: Name;
  declaration: ResourceHooks<Records[Name]>;
  storeResponse?: StoreResponse<Records[Name]> | undefined;
}

/**
 * Runs one write with the resource's hooks and the audit log, in a transaction if there is more than the write itself.
 */
async function writeWithHooks<Name extends ResourceName>(
  { name, declaration, storeResponse }: WriteContext<Name>,
  write: Write<Records[Name]>,
  work: (changes: Partial<Records[Name]>) => Promise<Records[Name]>,
): Promise<Records[Name]> {
  const { beforeWrite, afterWrite } = declaration;
  const { action } = write;
  const run = async () => {
    const completed = beforeWrite && action !== 'delete' ? await beforeWrite(write) : write.changes;
    const changes = action === 'delete' ? completed : applyScripts(name, completed, write.current);
    // After the hooks: a user whom they reject gets that error even for an empty change.
    if (action === 'update' && write.current && isNoChange(write.current, changes)) return write.current;
    const record = await work(changes);
    await afterWrite?.(record, write);
    const after = action === 'delete' ? null : record;
    await updateAttachmentReferences(name, write.current, after);
    await recordAuditChange({ viewer: write.viewer, action, name, before: write.current, after });
    await storeResponse?.(await asRead(declaration, record, write.viewer));
    return record;
  };
  const needsTransaction =
    afterWrite || beforeWrite || storeResponse || isAudited(name) || hasAttachmentFields(name) || action === 'delete';
  const record = needsTransaction ? await transaction(run) : await run();
  return await asRead(declaration, record, write.viewer);
}
