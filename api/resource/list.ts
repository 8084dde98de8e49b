import type { Records } from '#schemas/generated/types.ts';
import { allowedFilter } from '../access/viewer.ts';
import type { Declaration } from './declaration.ts';
import { type ResourceName, resource } from './model.ts';
import { populate } from './populate.ts';
import { type ListQuery, populatedNames } from './query.ts';
import type { Subject } from './service.ts';
import { type Filter, type FindOptions, store } from './store.ts';

/** Totals are exact to here (design 3). */
const exactTotal = 10_000;
/** Rows that are read, named and written at once where all pages are asked for: some hundred kilobytes. */
const batch = 500;

export interface Page {
  results: object[];
  total: number;
  totalIsMinimum: boolean;
}

/** One page of what the viewer may read: two queries beside the session's, one more for each kind that is populated. */
export async function list<Name extends ResourceName>(subject: Subject<Name>, query: ListQuery): Promise<Page> {
  const { name, declaration, viewer } = subject;
  const { sort, skip, limit } = query;
  const filter = await conditionOf(subject, query);
  const [records, count] = await Promise.all([
    store(name).find({ filter, sort, skip, limit, ...selectionOf(name, declaration, query) }),
    store(name).count(filter, exactTotal + 1),
  ]);
  const read = declaration.onRead ? await declaration.onRead(records, viewer) : records;
  return {
    results: await populate({ name, records: read, names: query.populate, viewer }),
    total: Math.min(count, exactTotal),
    totalIsMinimum: count > exactTotal,
  };
}

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
    Object.entries(query.extra).map(([key, value]) => declaration.queryKeys?.[key]?.(value, viewer) ?? {}),
  );
  const $and = [allowed, below, query.filter, query.search, ...extra].filter((each) => Object.keys(each).length > 0);
  return $and.length > 0 ? { $and } : {};
}

/** The part of the documents that is read. What a resource computes may need any of it, so that then only heavy fields stay out. */
function selectionOf<Name extends ResourceName>(
  name: Name,
  { onRead, heavy = [] }: Declaration<Records[Name]>,
  { columns, populate: names }: ListQuery,
): Pick<FindOptions, 'only' | 'omit'> {
  const paths = columns?.map((column) => column.name);
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
