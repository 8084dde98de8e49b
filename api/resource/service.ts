import type { Records } from '#schemas/generated/types.ts';
import { isRemovable } from '#schemas/resource/resource.ts';
import { allowedFilter, assertMay, loadReadable, type Viewer } from '../access/viewer.ts';
import { conflict } from '../errors/catalogue.ts';
import type { Declaration, Write } from './declaration.ts';
import { type ResourceName, resource } from './model.ts';
import { populate } from './populate.ts';
import type { ListQuery } from './query.ts';
import { assertReferencesExist, assertUnreferenced } from './references.ts';
import { type Filter, store, transaction } from './store.ts';
import { treeScopeOf } from './tree-scope.ts';

/** Totals are exact to here (design 3). */
const exactTotal = 10_000;

export interface Page {
  results: object[];
  total: number;
  totalIsMinimum: boolean;
}

/** What a generic operation works on: one resource with its own rules, for one person. */
export interface Subject<Name extends ResourceName> {
  name: Name;
  declaration: Declaration<Records[Name]>;
  viewer: Viewer;
}

/** One page of what the viewer may read: two queries beside the session's, one more for each kind that is populated. */
export async function list<Name extends ResourceName>(
  { name, declaration, viewer }: Subject<Name>,
  query: ListQuery,
): Promise<Page> {
  const allowed = allowedFilter(viewer, 'read', name);
  const extra = await Promise.all(
    Object.entries(query.extra).map(([key, value]) => declaration.queryKeys?.[key]?.(value, viewer) ?? {}),
  );
  const filter: Filter = {
    $and: [allowed, query.filter, query.search, ...extra].filter((each) => Object.keys(each).length > 0),
  };
  const condition = Array.isArray(filter.$and) && filter.$and.length > 0 ? filter : {};
  const [records, count] = await Promise.all([
    store(name).find({
      filter: condition,
      sort: query.sort,
      skip: query.skip,
      limit: query.limit,
      omit: heavyPathsOf(name),
    }),
    store(name).count(condition, exactTotal + 1),
  ]);
  const read = declaration.onRead ? await declaration.onRead(records, viewer) : records;
  return {
    results: await populate({ name, records: read, names: query.populate, viewer }),
    total: Math.min(count, exactTotal),
    totalIsMinimum: count > exactTotal,
  };
}

const heavy = new Map<string, string[]>();

/** Free maps are for one record, never for a list: a row stays small. */
export function heavyPathsOf(name: ResourceName): string[] {
  const kept = heavy.get(name);
  if (kept) return kept;
  const paths = resource(name).fields.flatMap(({ name: field, kind, property }) => {
    if (kind === 'map') return [field];
    const inside = Object.entries(property.items?.properties ?? {}).filter(
      ([, each]) => each.additionalProperties === true,
    );
    return inside.map(([each]) => `${field}.${each}`);
  });
  heavy.set(name, paths);
  return paths;
}

/** One record that the viewer may read. Throws RESOURCE_NOT_FOUND. */
export async function read<Name extends ResourceName>(
  { name, declaration, viewer }: Subject<Name>,
  id: string,
): Promise<Records[Name]> {
  return await asRead(declaration, await loadReadable(viewer, name, id), viewer);
}

/** A record as every call answers it: with what its resource computes. */
async function asRead<T>({ onRead }: Declaration<T>, record: T, viewer: Viewer): Promise<T> {
  const [shown = record] = onRead ? await onRead([record], viewer) : [];
  return shown;
}

/** Makes a record. Throws MISSING_ABILITY, MISSING_PERMISSION, DATABASE_VALIDATION_ERROR or what the resource's rules refuse. */
export async function create<Name extends ResourceName>(
  { name, declaration, viewer }: Subject<Name>,
  changes: Partial<Records[Name]>,
): Promise<Records[Name]> {
  allowedFilter(viewer, 'create', name);
  await assertReferencesExist(viewer, name, changes);
  return await written(declaration, { viewer, current: null, changes }, async (completed) => {
    const scoped = await withTreeScope(name, completed, null);
    assertMay(viewer, 'create', name, scoped);
    return await store(name).insert(scoped);
  });
}

/**
 * Changes the fields that `asked` names, unless the record has moved on from `revision` (RESOURCE_CONFLICT). Null for what
 * a record may be without takes the value away; the resource's own rules see that as undefined.
 */
export async function update<Name extends ResourceName>(
  { name, declaration, viewer }: Subject<Name>,
  { id, revision, changes: asked }: { id: string; revision: number | undefined; changes: Partial<Records[Name]> },
): Promise<Records[Name]> {
  const current = await loadReadable(viewer, name, id);
  assertMay(viewer, 'update', name, current);
  assertRevision(name, current, revision);
  const removed = removedBy(name, asked);
  const changes = { ...asked, ...Object.fromEntries(removed.map((field) => [field, undefined])) };
  await assertReferencesExist(viewer, name, changes);
  return await written(declaration, { viewer, current, changes }, async (completed) => {
    const gone = removed.filter((field) => Reflect.get(completed, field) === undefined).map((field) => [field, null]);
    const scoped = await withTreeScope(name, { ...completed, ...Object.fromEntries(gone) }, current);
    assertMay(viewer, 'update', name, { ...current, ...scoped });
    const updated = await store(name).update({ _id: id, revision: current.revision }, scoped);
    if (!updated) throw stale(name, id);
    return updated;
  });
}

/** The fields whose value a body takes away. */
function removedBy(name: ResourceName, asked: object): string[] {
  const removable = resource(name).fields.filter(isRemovable);
  return removable.map((field) => field.name).filter((field) => Reflect.get(asked, field) === null);
}

/** Removes a record that no other refers to, and answers it as it was. */
export async function remove<Name extends ResourceName>(
  { name, declaration, viewer }: Subject<Name>,
  { id, revision }: { id: string; revision: number | undefined },
): Promise<Records[Name]> {
  const current = await loadReadable(viewer, name, id);
  assertMay(viewer, 'delete', name, current);
  assertRevision(name, current, revision);
  const parts = declaration.parts ?? [];
  await assertUnreferenced(name, id, parts);
  return await written(declaration, { viewer, current, changes: {} }, async () => {
    const deleted = await store(name).delete({ _id: id, revision: current.revision });
    if (!deleted) throw stale(name, id);
    for (const part of parts) await store(part.name).deleteMany({ [part.field]: id });
    return deleted;
  });
}

/** Throws RESOURCE_CONFLICT when the caller has seen another revision than the stored one. */
export function assertRevision(
  name: ResourceName,
  current: { id: string; revision: number },
  seen: number | undefined,
): void {
  if (seen !== undefined && seen !== current.revision) throw stale(name, current.id);
}

/** The refusal of a save that would overwrite what the caller has not seen. */
export const stale = (name: ResourceName, id: string) =>
  conflict(name, id, `This ${name} was changed by somebody else in the meantime`);

/** The resource's hooks around one write, all in one transaction when there is more than the write itself. */
async function written<T>(
  declaration: Declaration<T>,
  write: Write<T>,
  work: (changes: Partial<T>) => Promise<T>,
): Promise<T> {
  const { beforeWrite, afterWrite } = declaration;
  const run = async () => {
    const changes = beforeWrite ? await beforeWrite(write) : write.changes;
    const record = await work(changes);
    await afterWrite?.(record, write);
    return record;
  };
  const record = afterWrite || beforeWrite ? await transaction(run) : await run();
  return await asRead(declaration, record, write.viewer);
}

async function withTreeScope<T extends object>(name: ResourceName, changes: T, current: T | null): Promise<T> {
  const treeScope = await treeScopeOf(resource(name), changes, current);
  return treeScope === undefined ? changes : { ...changes, treeScope };
}
