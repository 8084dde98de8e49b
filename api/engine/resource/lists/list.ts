import type { Records } from '#schemas/generated/types.ts';
import { allowedFilter } from '../../access/viewer.ts';
import { parseSortField, type ResourceName, resource } from '../../store/model.ts';
import { type Filter, type FindOptions, storeOf } from '../../store/store.ts';
import type { OperationContext, ResourceHooks } from '../rules/declaration.ts';
import { afterCursorFilter, type Cursor, cursorAfter } from './cursor.ts';
import { populate, populatedNames } from './populate.ts';
import type { ListQuery } from './query.ts';

/** Totals are exact up to this number (design 3). */
const exactTotal = 10_000;
/** Batch size when all pages are read: some hundred kilobytes. */
const batch = 500;

/** Maximum size of a page in bytes, however many rows were requested (design 3). */
export const maxPageBytes = 4 * 2 ** 20;

export interface ListPage<T = object> {
  results: T[];
  total: number;
  totalIsMinimum: boolean;
  /** More rows follow. */
  isMore: boolean;
  /** The page ended before its limit because its rows are large. */
  endsEarly: boolean;
  /** The cursor after the row with this index. */
  cursorAt: (index: number) => Promise<Cursor>;
}

/**
 * Lists one page of the records that the viewer may read: two queries besides the session's, plus one per populated
 * type.
 */
export async function listRecords<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): Promise<ListPage> {
  const { name, declaration, viewer } = subject;
  const selection = selectionOf(name, declaration, query);
  const page = await loadPage(name, { filter: await conditionOf(subject, query), query, selection });
  const read = declaration.onRead ? await declaration.onRead(page.results, viewer) : page.results;
  return { ...page, results: await populate({ name, records: read, names: query.populate, viewer }) };
}

interface PageOptions {
  filter: Filter;
  query: Pick<ListQuery, 'sort' | 'skip' | 'limit' | 'after'>;
  selection?: Pick<FindOptions, 'only' | 'omit'>;
}

/** One page of stored records, after the cursor if there is one. */
export async function loadPage<Name extends ResourceName>(
  name: Name,
  { filter, query: { sort, skip, limit, after }, selection = {} }: PageOptions,
): Promise<ListPage<Records[Name]>> {
  const following = after ? { $and: [filter, afterCursorFilter(resource(name), sort, after)] } : filter;
  const only = selection.only && [...selection.only, ...sort.map((each) => parseSortField(each)[0])];
  const [{ records, ...end }, count] = await Promise.all([
    storeOf(name).page({ filter: following, sort, skip, limit, ...selection, ...(only ? { only } : {}) }, maxPageBytes),
    storeOf(name).count(filter, exactTotal + 1),
  ]);
  const isOmitted = sort.some((each) => isWithin(selection.omit ?? [], parseSortField(each)[0]));
  const cursorAt = async (index: number) => {
    const last = records[index];
    if (!last) throw new Error(`The page has no row ${index}`);
    if (!isOmitted) return cursorAfter(last, sort);
    const [whole = last] = await storeOf(name).find({ filter: { _id: last.id }, limit: 1 });
    return cursorAfter(whole, sort);
  };
  const total = { total: Math.min(count, exactTotal), totalIsMinimum: count > exactTotal };
  return { results: records, ...end, ...total, cursorAt };
}

const isWithin = (paths: string[], name: string) => paths.some((each) => name === each || name.startsWith(`${each}.`));

/** Streams all records that the viewer may read in batches, in the requested order. References stay ids. */
export async function* streamRows<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): AsyncGenerator<object[]> {
  const { name, declaration, viewer } = subject;
  const filter = await conditionOf(subject, query);
  const found = { filter, sort: query.sort, ...selectionOf(name, declaration, query) };
  for await (const records of storeOf(name).batches(found, batch))
    yield declaration.onRead ? await declaration.onRead(records, viewer) : records;
}

/**
 * The query's filters combined with the viewer's access: lists are filtered in the database, never afterwards (design
 * 4).
 */
async function conditionOf<Name extends ResourceName>(
  { name, declaration, viewer, below = {} }: OperationContext<Name>,
  query: ListQuery,
): Promise<Filter> {
  const allowed = allowedFilter(viewer, 'read', name);
  const extra = await Promise.all(
    Object.entries(query.extraKeys).map(([key, value]) => declaration.queryKeys?.[key]?.condition(value, viewer) ?? {}),
  );
  const visibility = (await declaration.visibilityCondition?.()) ?? {};
  const $and = [allowed, below, visibility, query.filter, query.search, ...extra].filter(
    (each) => Object.keys(each).length > 0,
  );
  return $and.length > 0 ? { $and } : {};
}

/**
 * The projection of a list query. Computed fields may depend on any stored field, so with an `onRead` hook only heavy
 * fields are left out.
 */
function selectionOf<Name extends ResourceName>(
  name: Name,
  { onRead, heavyFields = [] }: ResourceHooks<Records[Name]>,
  { columns, populate: names }: ListQuery,
): Pick<FindOptions, 'only' | 'omit'> {
  const paths = columns?.flatMap(({ name: path, unlike }) => (unlike === undefined ? [path] : [path, unlike]));
  if (paths && !onRead) return { only: [...paths.filter((path) => path !== 'id'), 'revision'] };
  const populated = resource(name).fields.filter((field) => populatedNames(field).some((each) => names.includes(each)));
  const requested = [...(paths ?? []), ...populated.map((field) => field.name)];
  const isRequested = (path: string) => requested.some((each) => each === path || each.startsWith(`${path}.`));
  const omit = [...heavyFields, ...freeFormPaths(name)].filter((path) => !isRequested(path));
  return { omit: omit.filter((path) => !omit.some((other) => path.startsWith(`${other}.`))) };
}

const free = new Map<string, string[]>();

/** Paths of free-form maps: lists leave them out to keep rows small. */
function freeFormPaths(name: ResourceName): string[] {
  const cached = free.get(name);
  if (cached) return cached;
  const paths = resource(name).fields.flatMap(({ name: field, kind, property }) => {
    if (kind === 'map') return [field];
    const inside = Object.entries(property.items?.properties ?? {}).filter(
      ([, each]) => each.additionalProperties === true,
    );
    return inside.map(([each]) => `${field}.${each}`);
  });
  free.set(name, paths);
  return paths;
}
