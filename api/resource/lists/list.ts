import type { Records } from '#schemas/generated/types.ts';
import { allowedFilter } from '../../access/viewer.ts';
import { directionOf, type ResourceName, resource } from '../../store/model.ts';
import { type Filter, type FindOptions, store } from '../../store/store.ts';
import type { Declaration, Subject } from '../rules/declaration.ts';
import { type Cursor, cursorBehind, followingFilter } from './cursor.ts';
import { populate } from './populate.ts';
import { populatedNames } from './populated-names.ts';
import type { ListQuery } from './query.ts';

/** Totals are exact to here (design 3). */
const exactTotal = 10_000;
/** Rows that are read, named and written at once where all pages are asked for: some hundred kilobytes. */
const batch = 500;

/** Bytes at which a page ends, however many rows were asked for (design 3). */
export const mostBytes = 4 * 2 ** 20;

export interface Page<T = object> {
  results: T[];
  total: number;
  totalIsMinimum: boolean;
  /** More rows follow. */
  isMore: boolean;
  /** It ended before its limit: the rows were large. */
  endsEarly: boolean;
  /** Where the list goes on behind the row of that number. */
  cursorAt: (index: number) => Promise<Cursor>;
}

/** One page of what the viewer may read: two queries beside the session's, one more for each kind that is populated. */
export async function list<Name extends ResourceName>(subject: Subject<Name>, query: ListQuery): Promise<Page> {
  const { name, declaration, viewer } = subject;
  const selection = selectionOf(name, declaration, query);
  const page = await pageOf(name, { filter: await conditionOf(subject, query), query, selection });
  const read = declaration.onRead ? await declaration.onRead(page.results, viewer) : page.results;
  return { ...page, results: await populate({ name, records: read, names: query.populate, viewer }) };
}

interface Asked {
  filter: Filter;
  query: Pick<ListQuery, 'sort' | 'skip' | 'limit' | 'after'>;
  selection?: Pick<FindOptions, 'only' | 'omit'>;
}

/** The page of the stored records that a list asks for, behind its cursor where it names one. */
export async function pageOf<Name extends ResourceName>(
  name: Name,
  { filter, query: { sort, skip, limit, after }, selection = {} }: Asked,
): Promise<Page<Records[Name]>> {
  const following = after ? { $and: [filter, followingFilter(resource(name), sort, after)] } : filter;
  const only = selection.only && [...selection.only, ...sort.map((each) => directionOf(each)[0])];
  const [{ records, ...end }, count] = await Promise.all([
    store(name).page({ filter: following, sort, skip, limit, ...selection, ...(only ? { only } : {}) }, mostBytes),
    store(name).count(filter, exactTotal + 1),
  ]);
  const isOmitted = sort.some((each) => isWithin(selection.omit ?? [], directionOf(each)[0]));
  const cursorAt = async (index: number) => {
    const last = records[index];
    if (!last) throw new Error(`The page has no row ${index}`);
    if (!isOmitted) return cursorBehind(last, sort);
    const [whole = last] = await store(name).find({ filter: { _id: last.id }, limit: 1 });
    return cursorBehind(whole, sort);
  };
  const total = { total: Math.min(count, exactTotal), totalIsMinimum: count > exactTotal };
  return { results: records, ...end, ...total, cursorAt };
}

const isWithin = (paths: string[], name: string) => paths.some((each) => name === each || name.startsWith(`${each}.`));

/** All that the viewer may read, some hundred records at a time, in the order that is asked for; references stay ids. */
export async function* rows<Name extends ResourceName>(
  subject: Subject<Name>,
  query: ListQuery,
): AsyncGenerator<object[]> {
  const { name, declaration, viewer } = subject;
  const filter = await conditionOf(subject, query);
  const found = { filter, sort: query.sort, ...selectionOf(name, declaration, query) };
  for await (const records of store(name).batches(found, batch))
    yield declaration.onRead ? await declaration.onRead(records, viewer) : records;
}

/** What the request asks for, within what the viewer may read: a list is filtered in the database, never after it (design 4). */
async function conditionOf<Name extends ResourceName>(
  { name, declaration, viewer, below = {} }: Subject<Name>,
  query: ListQuery,
): Promise<Filter> {
  const allowed = allowedFilter(viewer, 'read', name);
  const extra = await Promise.all(
    Object.entries(query.extra).map(([key, value]) => declaration.queryKeys?.[key]?.condition(value, viewer) ?? {}),
  );
  const there = (await declaration.isThere?.()) ?? {};
  const $and = [allowed, below, there, query.filter, query.search, ...extra].filter(
    (each) => Object.keys(each).length > 0,
  );
  return $and.length > 0 ? { $and } : {};
}

/** The part of the documents that is read. What a resource computes may need any of it, so that then only heavy fields stay out. */
function selectionOf<Name extends ResourceName>(
  name: Name,
  { onRead, heavy = [] }: Declaration<Records[Name]>,
  { columns, populate: names }: ListQuery,
): Pick<FindOptions, 'only' | 'omit'> {
  const paths = columns?.flatMap(({ name: path, unlike }) => (unlike === undefined ? [path] : [path, unlike]));
  if (paths && !onRead) return { only: [...paths.filter((path) => path !== 'id'), 'revision'] };
  const populated = resource(name).fields.filter((field) => populatedNames(field).some((each) => names.includes(each)));
  const asked = [...(paths ?? []), ...populated.map((field) => field.name)];
  const isAsked = (path: string) => asked.some((each) => each === path || each.startsWith(`${path}.`));
  const omit = [...heavy, ...heavyPathsOf(name)].filter((path) => !isAsked(path));
  return { omit: omit.filter((path) => !omit.some((other) => path.startsWith(`${other}.`))) };
}

const free = new Map<string, string[]>();

/** Free maps are for one record, never for a list: a row stays small. */
export function heavyPathsOf(name: ResourceName): string[] {
  const kept = free.get(name);
  if (kept) return kept;
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
