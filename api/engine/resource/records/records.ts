import mongoose from 'mongoose';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Parents, Records } from '#schemas/generated/types.ts';
import { isRemovable } from '#schemas/resource/resource.ts';
import { now } from '../../../platform/clock/clock.ts';
import { ApiError, conflict, missingPermission, notFound } from '../../../platform/errors/catalogue.ts';
import { allowedFilter, assertMay, loadReadable, may, type Viewer } from '../../access/viewer.ts';
import { isAudited, recordAuditChange } from '../../audit/record-change.ts';
import { isResourceName, type ResourceName, resource, resources } from '../../store/model.ts';
import { storeOf } from '../../store/store.ts';
import { transaction } from '../../store/transaction.ts';
import { withTreeScope } from '../../store/tree-scope.ts';
import { listRecords, listStoredRows, streamRows, streamStoredRows } from '../lists/list.ts';
import type { ListQuery } from '../lists/query.ts';
import { hasAttachmentFields, updateAttachmentReferences } from '../rules/attachments.ts';
import type {
  Declarations,
  DependentRecords,
  DependentResource,
  OperationContext,
  ResourceHooks,
  Write,
} from '../rules/declaration.ts';
import { assertMaySet } from '../rules/field-write-access.ts';
import { assertReferencesExist, assertUnreferenced } from '../rules/references.ts';
import { applyScripts } from '../rules/scripts.ts';
import type { RecordOperations, RecordTarget, StoreResponse } from './calls.ts';
import { pageOfParts } from './part-list.ts';

// The record engine: one pipeline creates, updates and deletes the records of every resource (CRUD). A storage says
// where they are: in a collection of their own, or embedded in a list of a parent record (subdocuments).

interface Identified {
  id: string;
  revision: number;
}

/** One write as the caller requests it. `id` and `revision` are missing on create. */
interface WriteRequest<T> extends Partial<RecordTarget> {
  action: Write<T>['action'];
  changes: Partial<T>;
  storeResponse?: StoreResponse<T> | undefined;
}

/** Where the records of a resource are stored, for one viewer. */
interface RecordStorage<T> {
  name: ResourceName;
  viewer: Viewer;
  /** Whether a write reads more than its record, so that its checks belong to the transaction. */
  checksInTransaction: boolean;
  /** Opens the storage for one attempt at a write. */
  open(): Promise<OpenStorage<T>>;
  /** The record with computed fields, as every response contains it. */
  asRead(record: T): Promise<T>;
}

interface OpenStorage<T> {
  /** Loads the record to change. Throws RESOURCE_NOT_FOUND. */
  load(id: string): Promise<T>;
  /** Throws MISSING_ABILITY or MISSING_PERMISSION. */
  assertMay(write: Write<T>): void;
  /** The requested changes as the hooks receive them. `current` is null on create. */
  changesOf(requested: Partial<T>, current: T | null): Partial<T>;
  /** Whether a write is more than one update. */
  needsTransaction: boolean;
  /** Runs the hook that completes the changes. */
  complete(write: Write<T>): Promise<Partial<T>>;
  /** Stores the changes with what depends on them. Returns the record after a create or update, or before a delete. */
  store(write: Write<T>, changes: Partial<T>): Promise<T>;
}

/** Checks a write, completes its changes, stores them, and records them in the audit log. */
async function writeRecord<T extends Identified>(storage: RecordStorage<T>, request: WriteRequest<T>): Promise<T> {
  const attempt = async () => {
    const open = await storage.open();
    const write = await checkWrite(storage, open, request);
    return await applyWrite(storage, open, { write, storeResponse: request.storeResponse });
  };
  return await storage.asRead(storage.checksInTransaction ? await transaction(attempt) : await attempt());
}

async function checkWrite<T extends Identified>(
  { name, viewer }: RecordStorage<T>,
  open: OpenStorage<T>,
  { action, id, revision, changes: requested }: WriteRequest<T>,
): Promise<Write<T>> {
  const current = id === undefined ? null : await open.load(id);
  const write = { viewer, action, current, changes: requested };
  open.assertMay(write);
  if (current) assertRevision(name, current, revision);
  assertMaySet(viewer, name, requested, current);
  const changes = open.changesOf(requested, current);
  await assertReferencesExist(viewer, name, changes);
  return { ...write, changes };
}

interface CheckedWrite<T> {
  write: Write<T>;
  storeResponse?: StoreResponse<T> | undefined;
}

/** Applies a checked write, in a transaction if there is more than the write itself. */
async function applyWrite<T extends Identified>(
  { name, viewer, asRead }: RecordStorage<T>,
  open: OpenStorage<T>,
  { write, storeResponse }: CheckedWrite<T>,
): Promise<T> {
  const { action, current } = write;
  const run = async () => {
    const completed = await open.complete(write);
    const changes = action === 'delete' ? completed : applyScripts(name, completed, current);
    // After the hooks: a user whom they reject gets that error even for an empty change.
    if (action === 'update' && current && isNoChange(current, changes)) return current;
    const record = await open.store(write, changes);
    await recordAuditChange({ viewer, action, name, before: current, after: action === 'delete' ? null : record });
    await storeResponse?.(await asRead(record));
    return record;
  };
  const needsTransaction = storeResponse || isAudited(name) || action === 'delete' || open.needsTransaction;
  return needsTransaction ? await transaction(run) : await run();
}

/** Whether a record already has all values of a change. */
const isNoChange = (current: object, changes: object): boolean =>
  Object.entries(changes).every(([field, value]) => isEqual(value, Reflect.get(current, field)));

/**
 * Compares the revision that the caller has seen (If-Match with an earlier ETag) with the stored one. Throws
 * RESOURCE_CONFLICT for a stale revision.
 */
export function assertRevision(name: ResourceName, current: Identified, seen: number | undefined): void {
  if (seen !== undefined && seen !== current.revision) throw staleRevisionError(name, current.id);
}

/** The error for a write based on a stale revision. */
export const staleRevisionError = (name: ResourceName, id: string) =>
  conflict(name, id, `This ${name} has been changed by another user in the meantime`);

/** The CRUD operations on a collection's records. */
export function collectionOperations<Name extends ResourceName>(
  subject: OperationContext<Name>,
): RecordOperations<Records[Name]> {
  return {
    list: (query) => listRecords(subject, query),
    ...(subject.declaration.onRead
      ? {}
      : {
          listStored: (query: ListQuery) => listStoredRows(subject, query),
          storedRows: (query: ListQuery) => streamStoredRows(subject, query),
        }),
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
  subject: OperationContext<Name>,
  changes: Partial<Records[Name]>,
  storeResponse?: StoreResponse<Records[Name]>,
): Promise<Records[Name]> {
  const created = await writeRecord(collectionStorage(subject), { action: 'create', changes, storeResponse });
  return subject.declaration.createResponse?.(created) ?? created;
}

/**
 * Updates the fields in `changes`. Throws RESOURCE_CONFLICT when the record is no longer at `revision` (optimistic
 * locking). Null removes an optional value; hooks receive it as undefined. A change without effect returns the record
 * as it is, with no new revision or audit entry.
 */
export async function updateRecord<Name extends ResourceName>(
  subject: OperationContext<Name>,
  change: RecordTarget & {
    changes: Partial<Records[Name]>;
    /** Runs with the record in the transaction that stores it, unless the change has no effect. */
    storeResponse?: StoreResponse<Records[Name]> | undefined;
  },
): Promise<Records[Name]> {
  return await writeRecord(collectionStorage(subject), { action: 'update', ...change });
}

/** Deletes a record that no other record references, and returns it as it was. */
export async function deleteRecord<Name extends ResourceName>(
  subject: OperationContext<Name>,
  target: RecordTarget,
): Promise<Records[Name]> {
  return await writeRecord(collectionStorage(subject), { action: 'delete', ...target, changes: {} });
}

function collectionStorage<Name extends ResourceName>(subject: OperationContext<Name>): RecordStorage<Records[Name]> {
  const { name, declaration, viewer, below = {} } = subject;
  const { beforeWrite, afterWrite, dependents = [] } = declaration;
  const open: OpenStorage<Records[Name]> = {
    needsTransaction: Boolean(beforeWrite || afterWrite || hasAttachmentFields(name)),
    load: (id) => load(subject, id),
    assertMay({ action, current }) {
      if (current) assertMay(viewer, action, name, current);
      else allowedFilter(viewer, 'create', name);
    },
    changesOf: (requested, current) => Object.assign({ ...requested }, current ? removalsIn(name, requested) : below),
    complete: async (write) => (beforeWrite && write.action !== 'delete' ? await beforeWrite(write) : write.changes),
    async store(write, changes) {
      const { action, current } = write;
      const children = action === 'delete' ? childrenOf(name) : [];
      if (current && action === 'delete') await assertUnreferenced(name, current.id, [...dependents, ...children]);
      const record = await storeRecord(subject, write, changes);
      if (action === 'delete') {
        for (const each of dependents) await deleteDependents(each, record.id, viewer);
        for (const each of children) await deleteDependents(each, record.id, viewer);
      }
      await afterWrite?.(record, write);
      await updateAttachmentReferences(name, current, action === 'delete' ? null : record);
      return record;
    },
  };
  return {
    ...{ name, viewer, checksInTransaction: false },
    open: async () => open,
    asRead: (record) => asRead(declaration, record, viewer),
  };
}

/** The optional values that a change removes with null. Hooks receive undefined. */
const removalsIn = (name: ResourceName, requested: object) =>
  Object.fromEntries(
    resource(name).fields.flatMap((field) =>
      isRemovable(field) && Reflect.get(requested, field.name) === null ? [[field.name, undefined]] : [],
    ),
  );

/** Inserts, updates or deletes one record of a collection. Throws RESOURCE_CONFLICT for a stale revision. */
async function storeRecord<Name extends ResourceName>(
  { name, viewer }: OperationContext<Name>,
  { action, current, changes: checked }: Write<Records[Name]>,
  changes: Partial<Records[Name]>,
): Promise<Records[Name]> {
  if (!current) {
    const scoped = await withTreeScope(name, changes, null);
    assertMay(viewer, 'create', name, scoped);
    return await storeOf(name).insert(scoped);
  }
  const target = { _id: current.id, revision: current.revision };
  if (action === 'delete') return notStale(name, current, await storeOf(name).delete(target));
  const removed = Object.entries(checked).flatMap(([field, value]) =>
    value === undefined && Reflect.get(changes, field) === undefined ? [[field, null]] : [],
  );
  const scoped = await withTreeScope(name, { ...changes, ...Object.fromEntries(removed) }, current);
  const record = { ...current, ...scoped };
  assertMay(viewer, 'update', name, record);
  const expected = { record, before: current, loadedReferences: {} };
  return notStale(name, current, await storeOf(name).update(target, scoped, expected));
}

/** Returns the stored record. Throws RESOURCE_CONFLICT when another write was faster. */
function notStale<T>(name: ResourceName, { id }: Identified, stored: T | null): T {
  if (stored) return stored;
  throw staleRevisionError(name, id);
}

/** The child resources whose records are deleted with their parent (`x-store.under.onParentDelete`). */
const childrenOf = (name: ResourceName): Pick<DependentRecords, 'name' | 'field'>[] =>
  [...resources.keys()].filter(isResourceName).flatMap((child) => {
    const { under } = resource(child).schema['x-store'] ?? {};
    return under?.resource === name && under.onParentDelete === 'delete' ? [{ name: child, field: under.field }] : [];
  });

const childHooks: { declarations: Declarations } = { declarations: {} };

/** Registers the hooks with which child records are deleted with their parent. */
export function registerChildHooks(declarations: Declarations): void {
  childHooks.declarations = declarations;
}

/** Deletes the dependent records of a record, each with its own hooks and dependents (cascade). */
async function deleteDependents<Name extends ResourceName>(
  { name, field, declaration = childHooks.declarations[name] ?? {} }: DependentResource<Name>,
  above: string,
  viewer: Viewer,
): Promise<void> {
  const hasHooks = Object.keys(declaration).length > 0;
  // Fast path: no hooks, audit or attachments, so delete in bulk. There may be many and large ones.
  if (!hasHooks && !isAudited(name) && !hasAttachmentFields(name))
    return void (await storeOf(name).deleteMany({ [field]: above }));
  const storage = collectionStorage({ name, declaration, viewer });
  const open = await storage.open();
  for (const current of await storeOf(name).find({ filter: { [field]: above } }))
    await applyWrite(storage, open, { write: { viewer, action: 'delete', current, changes: {} } });
}

/** Maximum number of parts in a list whose schema sets no limit. */
const defaultMaxParts = 1_000;

/** Resources whose records are embedded in a list of another record (subdocuments). */
export type PartName = keyof Parents & ResourceName;
type Parent<Name extends PartName> = Records[Parents[Name]];
type Part<Name extends PartName> = Records[Name];

/** One write of a part, as the hooks of its resource receive it. */
export interface PartWrite<Name extends PartName> extends Write<Part<Name>> {
  parent: Parent<Name>;
}

interface PartResult<Name extends PartName> {
  parts: Part<Name>[];
  parent: Partial<Parent<Name>>;
}

/** The hooks of an embedded resource: what a part needs beyond its schema. */
export interface PartDeclaration<Name extends PartName> {
  /** Throws for those who may read the parent record but not its parts. */
  beforeRead?(viewer: Viewer): Promise<void>;
  /** Throws for those who may update the parent record but not this part. Checked before the revision (design 3). */
  assertMay?(write: PartWrite<Name>): void;
  /** Returns the changes to store, or throws an ApiError. */
  beforeWrite?(write: PartWrite<Name>): Promise<Partial<Part<Name>>>;
  /** The response to a create, with values that are returned only once. */
  afterCreate?(made: Part<Name>, requested: Partial<Part<Name>>): Part<Name>;
  /** Adjusts the whole list after the write, together with other fields of the parent record. */
  adjustList?(done: PartWrite<Name> & { parts: Part<Name>[]; part: Part<Name> }): PartResult<Name>;
}

interface PartSubject<Name extends PartName> {
  name: Name;
  declaration: PartDeclaration<Name>;
  viewer: Viewer;
  parent: { name: Parents[Name]; id: string; declaration: ResourceHooks<Parent<Name>> };
  /** The list field of the parent record that contains the parts. */
  field: string;
}

/**
 * The CRUD operations on the parts of one record. Users who may read the record may read its parts, and those who may
 * update it may write them. Each write is one update of the parent record, guarded by its revision (optimistic locking).
 */
export function partOperations<Name extends PartName>(subject: PartSubject<Name>): RecordOperations<Part<Name>> {
  const { name, declaration } = subject;
  const storage = partStorage(subject);
  const { search } = resource(name);
  const parts = async () => partsOf(subject, await loadParent(subject));
  return {
    list: async (query) => pageOfParts(await parts(), query, search),
    async *rows(query) {
      yield pageOfParts(await parts(), { ...query, skip: 0, limit: Number.POSITIVE_INFINITY }, search).results;
    },
    read: async (id) => findPart(name, await parts(), id),
    create: async (changes) => {
      const created = await writeRecord(storage, { action: 'create', changes });
      return declaration.afterCreate?.(created, changes) ?? created;
    },
    update: (change) => writeRecord(storage, { action: 'update', ...change }),
    remove: (target) => writeRecord(storage, { action: 'delete', ...target, changes: {} }),
  };
}

async function loadParent<Name extends PartName>({ declaration, viewer, parent }: PartSubject<Name>) {
  const record = await loadReadable(viewer, parent.name, parent.id);
  await declaration.beforeRead?.(viewer);
  return record;
}

function partsOf<Name extends PartName>({ field }: PartSubject<Name>, record: object): Part<Name>[] {
  const parts: unknown = Reflect.get(record, field);
  return isList<Part<Name>>(parts) ? parts : [];
}

function findPart<T extends Identified>(name: ResourceName, parts: T[], id: string): T {
  const found = parts.find((part) => part.id === id);
  if (!found) throw notFound(name, id);
  return found;
}

function partStorage<Name extends PartName>(subject: PartSubject<Name>): RecordStorage<Part<Name>> {
  const { name, declaration, viewer, parent: above } = subject;
  const open = async (): Promise<OpenStorage<Part<Name>>> => {
    const parent = await loadParent(subject);
    const parts = partsOf(subject, parent);
    return {
      needsTransaction: true,
      load: async (id) => findPart(name, parts, id),
      assertMay(write) {
        if (!may(viewer, 'update', above.name, parent))
          throw missingPermission(write.action, name, write.current?.id ?? null);
        declaration.assertMay?.({ ...write, parent });
        if (write.action === 'create') assertRoomFor(subject, parts.length);
      },
      changesOf: (requested) => requested,
      complete: async (write) => (await declaration.beforeWrite?.({ ...write, parent })) ?? write.changes,
      store: (write, changes) => storePart(subject, { ...write, parent }, changes),
    };
  };
  // The parent record, which every write changes, is loaded again in each attempt.
  return { name, viewer, checksInTransaction: true, open, asRead: async (part) => part };
}

/** Stores a part with its list in the parent record. Throws RESOURCE_CONFLICT when the parent has changed. */
async function storePart<Name extends PartName>(
  subject: PartSubject<Name>,
  write: PartWrite<Name>,
  changes: Partial<Part<Name>>,
): Promise<Part<Name>> {
  const { name, declaration, viewer, parent: above, field } = subject;
  const { action, parent, current } = write;
  const part = action === 'delete' && current ? current : changedPart(name, current, changes);
  const others = partsOf(subject, parent).filter(({ id }) => id !== part.id);
  const updatedParts = partsOf(subject, parent).map((each) => (each.id === part.id ? part : each));
  const parts = { create: [...others, part], update: updatedParts, delete: others }[action];
  const result: PartResult<Name> = declaration.adjustList?.({ ...write, parts, part }) ?? { parts, parent: {} };
  const changesOfParent = Object.assign({}, result.parent, { [field]: result.parts });
  const target = { _id: parent.id, revision: parent.revision };
  const after = notStale(name, part, await storeOf(above.name).update(target, changesOfParent));
  const parentWrite = { viewer, action: 'update' as const, current: parent, changes: result.parent };
  await above.declaration.afterWrite?.(after, parentWrite);
  await updateAttachmentReferences(above.name, parent, after);
  return part;
}

/** Creates a new part with the base fields of every record. */
export function newPart<T extends object>(
  fields: T,
): T & { id: string; revision: number; createdAt: string; updatedAt: string } {
  const at = now().toISOString();
  return { id: new mongoose.Types.ObjectId().toHexString(), revision: 1, createdAt: at, updatedAt: at, ...fields };
}

/** Throws REQUEST_DENIED when the list is full: a record is always read with all its parts. */
function assertRoomFor<Name extends PartName>({ name, parent, field }: PartSubject<Name>, count: number): void {
  const list = resource(parent.name).fields.find((each) => each.name === field);
  const maxParts = list?.property.maxItems ?? defaultMaxParts;
  if (count < maxParts) return;
  throw new ApiError('REQUEST_DENIED', { reason: `At most ${maxParts} ${name} records per ${parent.name}` });
}

/** The part after the change. Null removes a value that the schema allows to be missing. */
function changedPart<Name extends PartName>(
  name: Name,
  current: Part<Name> | null,
  changes: Partial<Part<Name>>,
): Part<Name> {
  const { fields } = resource(name);
  const defaults = fields.flatMap(({ name: each, property }) =>
    property.default === undefined ? [] : [[each, structuredClone(property.default)]],
  );
  const removable = new Set(fields.filter(isRemovable).map((each) => each.name));
  const assignments = Object.entries(changes).filter(([each, value]) => !(value === null && removable.has(each)));
  const before = Object.entries(current ?? {}).filter(
    ([each]) => !removable.has(each) || Reflect.get(changes, each) !== null,
  );
  const part: unknown = current
    ? {
        ...Object.fromEntries(before),
        ...Object.fromEntries(assignments),
        revision: current.revision + 1,
        updatedAt: now().toISOString(),
      }
    : newPart({ ...Object.fromEntries(defaults), ...Object.fromEntries(assignments) });
  if (isPartOf<Part<Name>>(part)) return part;
  throw new Error(`No part was created from ${name}`);
}

const isList = <T>(value: unknown): value is T[] => Array.isArray(value);
const isPartOf = <T>(value: unknown): value is T => typeof value === 'object' && value !== null && 'id' in value;
