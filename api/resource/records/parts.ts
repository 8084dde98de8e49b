import mongoose from 'mongoose';
import type { Parents, Records } from '#schemas/generated/types.ts';
import { isRemovable } from '#schemas/resource/resource.ts';
import { loadReadable, may, type Viewer } from '../../access/viewer.ts';
import { recordChange } from '../../audit/record-change.ts';
import { now } from '../../clock/clock.ts';
import { ApiError, missingPermission, notFound } from '../../errors/catalogue.ts';
import { type ResourceName, resource } from '../../store/model.ts';
import { store } from '../../store/store.ts';
import { transaction } from '../../store/transaction.ts';
import { keepAttachments } from '../rules/attachments.ts';
import type { Declaration } from '../rules/declaration.ts';
import { assertReferencesExist } from '../rules/references.ts';
import { assertMaySet } from '../rules/restricted.ts';
import type { Calls } from './calls.ts';
import { pageOf } from './part-list.ts';
import { assertRevision, changesNothing, stale } from './service.ts';

/** How many parts a list holds whose schema says nothing of it. */
const mostParts = 1_000;

/** The resources whose records may be kept in a list of another's record. */
export type PartName = keyof Parents & ResourceName;
type Parent<Name extends PartName> = Records[Parents[Name]];
type Part<Name extends PartName> = Records[Name];

/** One write of a part as its resource's own rules see it. */
export interface PartWrite<Name extends PartName> {
  viewer: Viewer;
  action: 'create' | 'update' | 'delete';
  parent: Parent<Name>;
  /** Null when the part is made. */
  current: Part<Name> | null;
  changes: Partial<Part<Name>>;
}

interface Settled<Name extends PartName> {
  parts: Part<Name>[];
  parent: Partial<Parent<Name>>;
}

/** What a part needs beyond its schema. */
export interface PartDeclaration<Name extends PartName> {
  /** Refuses to those who may read the record above, but not its parts. */
  beforeRead?(viewer: Viewer): Promise<void>;
  /** Refuses to those who may change the record above, but not this part. Asked before which revision was seen (design 3). */
  assertMay?(write: PartWrite<Name>): void;
  /** Answers the changes to store, or throws what the catalogue has for a refusal. */
  beforeWrite?(write: PartWrite<Name>): Promise<Partial<Part<Name>>>;
  /** One that was just made, with what is told of it once. */
  onceMade?(made: Part<Name>): Part<Name>;
  /** The whole list as it is after the write, with what else of the record above changes by it. */
  settle?(done: PartWrite<Name> & { parts: Part<Name>[]; written: Part<Name> }): Settled<Name>;
}

interface PartSubject<Name extends PartName> {
  name: Name;
  declaration: PartDeclaration<Name>;
  viewer: Viewer;
  parent: { name: Parents[Name]; id: string; declaration: Declaration<Parent<Name>> };
  /** The list of the record above that holds the parts. */
  field: string;
}

/**
 * The calls on parts of one record: whoever may read it reads them, whoever may update it writes them. Each write is one
 * guarded change of the record above, whose revision rises with it.
 */
export function partCalls<Name extends PartName>(subject: PartSubject<Name>): Calls<Part<Name>> {
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
    list: async (query) => pageOf(partsOf(await load()), query, resource(name).search),
    async *rows(query) {
      yield pageOf(partsOf(await load()), { ...query, skip: 0, limit: Number.POSITIVE_INFINITY }, resource(name).search)
        .results;
    },
    read: async (id) => find(await load(), id),
    create: async (changes) => {
      const made = await writePart({ subject, load, partsOf, action: 'create', changes, find: () => null });
      return subject.declaration.onceMade?.(made) ?? made;
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

/** A part as it is when it was just made: with what every record has. */
export function asPart<T extends object>(
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
  /** The one that was seen. */
  revision?: number | undefined;
}

async function writePart<Name extends PartName>({
  subject: { name, declaration, viewer, parent: above, field },
  load,
  partsOf,
  find,
  action,
  changes: asked,
  revision,
}: PartChange<Name>): Promise<Part<Name>> {
  return await transaction(async () => {
    const parent = await load();
    const current = find(parent);
    if (!may(viewer, 'update', above.name, parent)) throw missingPermission(action, name, current?.id ?? null);
    const write = { viewer, action, parent, current, changes: asked };
    declaration.assertMay?.(write);
    if (current) assertRevision(name, current, revision);
    assertMaySet(viewer, name, asked, current);
    if (action === 'create') assertRoomFor({ name, above: above.name, field }, partsOf(parent).length);
    await assertReferencesExist(viewer, name, asked);
    const changes = declaration.beforeWrite ? await declaration.beforeWrite(write) : asked;
    // Behind the resource's own rules: whom they refuse is refused what changes nothing, too.
    if (action === 'update' && current && changesNothing(current, changes)) return current;
    const written = afterChange({ name, action, current, changes });
    const others = partsOf(parent).filter((part) => part.id !== written.id);
    const placed =
      action === 'delete' ? others : partsOf(parent).map((part) => (part.id === written.id ? written : part));
    const parts = action === 'create' ? [...others, written] : placed;
    const settled: Settled<Name> = declaration.settle?.({ ...write, parts, written }) ?? { parts, parent: {} };
    const settling = Object.assign({}, settled.parent, { [field]: settled.parts });
    const after = await store(above.name).update({ _id: parent.id, revision: parent.revision }, settling);
    if (!after) throw stale(name, written.id);
    await above.declaration.afterWrite?.(after, {
      viewer,
      action: 'update',
      current: parent,
      changes: settled.parent,
    });
    await keepAttachments(above.name, parent, after);
    await recordChange({ viewer, action, name, before: current, after: action === 'delete' ? null : written });
    return written;
  });
}

interface Changed<Name extends PartName> {
  name: Name;
  action: PartWrite<Name>['action'];
  current: Part<Name> | null;
  changes: Partial<Part<Name>>;
}

/** A record is read whole, with all its parts. Throws REQUEST_DENIED when it has as many as its schema lets it have. */
function assertRoomFor(list: { name: ResourceName; above: ResourceName; field: string }, count: number): void {
  const most = resource(list.above).fields.find(({ name }) => name === list.field)?.property.maxItems ?? mostParts;
  if (count < most) return;
  throw new ApiError('REQUEST_DENIED', { reason: `One ${list.above} has at most ${most} of ${list.name}` });
}

/** The part as it is after the change: null takes a value away where the schema lets it be gone. */
function afterChange<Name extends PartName>({ name, action, current, changes }: Changed<Name>): Part<Name> {
  if (action === 'delete' && current) return current;
  const { fields } = resource(name);
  const defaults = fields.flatMap(({ name: each, property }) =>
    property.default === undefined ? [] : [[each, structuredClone(property.default)]],
  );
  const gone = new Set(fields.filter(isRemovable).map((each) => each.name));
  const kept = Object.entries(changes).filter(([each, value]) => !(value === null && gone.has(each)));
  const before = Object.entries(current ?? {}).filter(
    ([each]) => !gone.has(each) || Reflect.get(changes, each) !== null,
  );
  const made: unknown = current
    ? {
        ...Object.fromEntries(before),
        ...Object.fromEntries(kept),
        revision: current.revision + 1,
        updatedAt: now().toISOString(),
      }
    : asPart({ ...Object.fromEntries(defaults), ...Object.fromEntries(kept) });
  if (isPartOf<Part<Name>>(made)) return made;
  throw new Error(`No part was made of ${name}`);
}

const isList = <T>(value: unknown): value is T[] => Array.isArray(value);
const isPartOf = <T>(value: unknown): value is T => typeof value === 'object' && value !== null && 'id' in value;
