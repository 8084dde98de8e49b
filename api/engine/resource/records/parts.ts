import mongoose from 'mongoose';
import type { Parents, Records } from '#schemas/generated/types.ts';
import { isRemovable } from '#schemas/resource/resource.ts';
import { now } from '../../../platform/clock/clock.ts';
import { ApiError, missingPermission, notFound } from '../../../platform/errors/catalogue.ts';
import { loadReadable, may, type Viewer } from '../../access/viewer.ts';
import { recordAuditChange } from '../../audit/record-change.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import { storeOf } from '../../store/store.ts';
import { transaction } from '../../store/transaction.ts';
import { updateAttachmentReferences } from '../rules/attachments.ts';
import type { ResourceHooks } from '../rules/declaration.ts';
import { assertMaySet } from '../rules/field-write-access.ts';
import { assertReferencesExist } from '../rules/references.ts';
import type { RecordOperations } from './calls.ts';
import { pageOfParts } from './part-list.ts';
import { assertRevision, isNoChange, staleRevisionError } from './service.ts';

/** Maximum number of parts in a list whose schema sets no limit. */
const defaultMaxParts = 1_000;

/** Resources whose records are embedded in a list of another record (subdocuments). */
export type PartName = keyof Parents & ResourceName;
type Parent<Name extends PartName> = Records[Parents[Name]];
type Part<Name extends PartName> = Records[Name];

/** One write of a part, as the hooks of its resource receive it. */
export interface PartWrite<Name extends PartName> {
  viewer: Viewer;
  action: 'create' | 'update' | 'delete';
  parent: Parent<Name>;
  /** Null on create. */
  current: Part<Name> | null;
  changes: Partial<Part<Name>>;
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
  afterCreate?(made: Part<Name>): Part<Name>;
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
 * The CRUD operations on the parts of one record. Whoever may read the record reads its parts, and whoever may update
 * it writes them. Each write is one update of the parent record, guarded by its revision (optimistic locking).
 */
export function partOperations<Name extends PartName>(subject: PartSubject<Name>): RecordOperations<Part<Name>> {
  const { name, parent: above, field, viewer } = subject;
  const load = async () => {
    const record = await loadReadable(viewer, above.name, above.id);
    await subject.declaration.beforeRead?.(viewer);
    return record;
  };
  const partsOf = (record: object): Part<Name>[] => {
    const parts: unknown = Reflect.get(record, field);
    return isList<Part<Name>>(parts) ? parts : [];
  };
  const find = (record: object, id: string) => {
    const found = partsOf(record).find((part) => part.id === id);
    if (!found) throw notFound(name, id);
    return found;
  };
  return {
    list: async (query) => pageOfParts(partsOf(await load()), query, resource(name).search),
    async *rows(query) {
      yield pageOfParts(
        partsOf(await load()),
        { ...query, skip: 0, limit: Number.POSITIVE_INFINITY },
        resource(name).search,
      ).results;
    },
    read: async (id) => find(await load(), id),
    create: async (changes) => {
      const created = await writePart({ subject, load, partsOf, action: 'create', changes, find: () => null });
      return subject.declaration.afterCreate?.(created) ?? created;
    },
    update: ({ id, revision, changes }) =>
      writePart({ subject, load, partsOf, action: 'update', changes, revision, find: (record) => find(record, id) }),
    remove: ({ id, revision }) =>
      writePart({
        subject,
        load,
        partsOf,
        action: 'delete',
        changes: {},
        revision,
        find: (record) => find(record, id),
      }),
  };
}

/** Creates a new part with the base fields of every record. */
export function newPart<T extends object>(
  fields: T,
): T & { id: string; revision: number; createdAt: string; updatedAt: string } {
  const at = now().toISOString();
  return { id: new mongoose.Types.ObjectId().toHexString(), revision: 1, createdAt: at, updatedAt: at, ...fields };
}

interface PartChange<Name extends PartName> {
  subject: PartSubject<Name>;
  load: () => Promise<Parent<Name>>;
  partsOf: (record: object) => Part<Name>[];
  find: (record: Parent<Name>) => Part<Name> | null;
  action: PartWrite<Name>['action'];
  changes: Partial<Part<Name>>;
  /** The revision that the caller has seen. */
  revision?: number | undefined;
}

async function writePart<Name extends PartName>({
  subject: { name, declaration, viewer, parent: above, field },
  load,
  partsOf,
  find,
  action,
  changes: requested,
  revision,
}: PartChange<Name>): Promise<Part<Name>> {
  return await transaction(async () => {
    const parent = await load();
    const current = find(parent);
    if (!may(viewer, 'update', above.name, parent)) throw missingPermission(action, name, current?.id ?? null);
    const write = { viewer, action, parent, current, changes: requested };
    declaration.assertMay?.(write);
    if (current) assertRevision(name, current, revision);
    assertMaySet(viewer, name, requested, current);
    if (action === 'create') assertRoomFor({ name, above: above.name, field }, partsOf(parent).length);
    await assertReferencesExist(viewer, name, requested);
    const changes = declaration.beforeWrite ? await declaration.beforeWrite(write) : requested;
    // After the hooks: a user whom they reject gets that error even for an empty change.
    if (action === 'update' && current && isNoChange(current, changes)) return current;
    const written = afterChange({ name, action, current, changes });
    const others = partsOf(parent).filter((part) => part.id !== written.id);
    const updatedParts =
      action === 'delete' ? others : partsOf(parent).map((part) => (part.id === written.id ? written : part));
    const parts = action === 'create' ? [...others, written] : updatedParts;
    const result: PartResult<Name> = declaration.adjustList?.({ ...write, parts, part: written }) ?? {
      parts,
      parent: {},
    };
    const settling = Object.assign({}, result.parent, { [field]: result.parts });
    const after = await storeOf(above.name).update({ _id: parent.id, revision: parent.revision }, settling);
    if (!after) throw staleRevisionError(name, written.id);
    await above.declaration.afterWrite?.(after, {
      viewer,
      action: 'update',
      current: parent,
      changes: result.parent,
    });
    await updateAttachmentReferences(above.name, parent, after);
    await recordAuditChange({ viewer, action, name, before: current, after: action === 'delete' ? null : written });
    return written;
  });
}

interface AppliedChange<Name extends PartName> {
  name: Name;
  action: PartWrite<Name>['action'];
  current: Part<Name> | null;
  changes: Partial<Part<Name>>;
}

/** Throws REQUEST_DENIED when the list is full: a record is always read with all its parts. */
function assertRoomFor(list: { name: ResourceName; above: ResourceName; field: string }, count: number): void {
  const maxParts =
    resource(list.above).fields.find(({ name }) => name === list.field)?.property.maxItems ?? defaultMaxParts;
  if (count < maxParts) return;
  throw new ApiError('REQUEST_DENIED', { reason: `At most ${maxParts} ${list.name} records per ${list.above}` });
}

/** The part after the change. Null removes a value that the schema allows to be missing. */
function afterChange<Name extends PartName>({ name, action, current, changes }: AppliedChange<Name>): Part<Name> {
  if (action === 'delete' && current) return current;
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
