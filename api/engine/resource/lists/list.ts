import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Records } from '#schemas/generated/types.ts';
import { indexesOf, isFilterIndexed } from '#schemas/resource/indexes.ts';
import { rowOmits } from '#schemas/resource/resource.ts';
import { wordsOf } from '#schemas/texts/words.ts';
import { invalidRequest } from '../../../platform/errors/catalogue.ts';
import { allowedFilter } from '../../access/viewer.ts';
import { isResourceName, parseSortField, type ResourceName, resource } from '../../store/model.ts';
import { searchFilter, similarWords } from '../../store/search.ts';
import { type Filter, type FindOptions, type StoredRow, storeOf } from '../../store/store.ts';
import { belowFilter, storesTreePath } from '../../store/tree-path.ts';
import type { OperationContext, ResourceHooks } from '../rules/declaration.ts';
import { afterCursorFilter, type Cursor, cursorAfter } from './cursor.ts';
import { filterableFields, todayIn } from './filters.ts';
import { populate, populatedNames } from './populate.ts';
import { conjunction, type ListQuery } from './query.ts';

/** Totals are exact up to this number (design 3). */
const exactTotal = 10_000;
/** Batch size when all pages are read: some hundred kilobytes. */
const batch = 500;

/** Maximum size of a page in bytes, however many rows were requested (design 3). */
export const maxPageBytes = 4 * 2 ** 20;

export interface ListPage<T = object> extends PageDetails {
  results: T[];
}

/** A page whose rows are still as the database sent them. */
export interface StoredPage<T = object> extends PageDetails {
  rows: StoredRow<T>[];
  /** The rows are whole documents. */
  isWhole: boolean;
}

/** What a page has besides its rows. */
export interface PageDetails {
  total: number;
  totalIsMinimum: boolean;
  /** More rows follow. */
  isMore: boolean;
  /** The page ended before its limit because its rows are large. */
  endsEarly: boolean;
  /** The exact sums of the requested amounts over all matches; undefined beyond `exactTotal` matches. */
  sums?: Record<string, number> | undefined;
  /** A query that finds something, with a similar word in place of one that nothing contains. */
  suggestion?: string | undefined;
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
  const page = withRecords(await listStoredRows(subject, query));
  const read = declaration.onRead ? await declaration.onRead(page.results, viewer) : page.results;
  return { ...page, results: await populate({ name, records: read, names: query.populate, viewer }) };
}

/** The same page before anything is computed or populated. */
export async function listStoredRows<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): Promise<StoredPage<Records[Name]>> {
  const { name, declaration, viewer } = subject;
  const selection = selectionOf(name, declaration, query);
  const load = async (known: Pick<PageOptions, 'index' | 'count'> = {}) => {
    const matching = await matchingFilters(subject, query);
    const filter = conjunction([...matching, allowedFilter(viewer, 'read', name)]);
    const countCondition = async () => {
      const counted = matching.map((each) => withoutRanges(each, query));
      if (await isTreeImplied(subject, query)) return conjunction(counted);
      // With other filters, an index that begins with treeScope may leave fewer records than the search words.
      const isUnfiltered = matching.every((each, at) => each === query.search || isEmpty(counted[at]));
      const byPath = isUnfiltered && !isEmpty(query.search);
      return conjunction([...counted, byPath ? readableByPath(subject) : allowedFilter(viewer, 'read', name)]);
    };
    return await loadRows(name, { filter, countCondition, query, selection, ...known });
  };
  const page = await (query.unindexed.length === 0
    ? load()
    : limitScans(async () => {
        const { index, count } = await assertBounded(subject, query);
        const isCounted = count !== undefined && isDeepStrictEqual(query.filter, query.indexedFilter);
        return await load({ index, count: isCounted ? count : 'afterwards' });
      }));
  return {
    ...page,
    sums: query.sum.length > 0 && !page.totalIsMinimum ? await sumsOf(subject, query) : undefined,
    suggestion: page.total === 0 && query.question ? await suggestionFor(subject, query) : undefined,
  };
}

/**
 * The condition without the ranges that only a sort needs, and that every record matches: MongoDB counts one range of an
 * index in half the time of several, and an ADMIN's search in the index of the search words, without reading records.
 */
function withoutRanges(condition: Filter, { ranges }: ListQuery): Filter {
  const { $and } = condition;
  return Array.isArray($and) ? conjunction($and.filter((each) => !ranges.includes(each))) : condition;
}

const isEmpty = (condition: Filter = {}): boolean => Object.keys(condition).length === 0;

/**
 * The viewer's access to a tree as ranges of paths, which the index of the search words contains (x-store.treePath): a
 * search is then counted without reading records. Any other access as it is.
 */
function readableByPath<Name extends ResourceName>({ name, viewer }: OperationContext<Name>): Filter {
  const allowed = allowedFilter(viewer, 'read', name);
  const entities = storesTreePath(resource(name)) ? treeOf(allowed) : [];
  const { memberships } = viewer.rights;
  // An incomplete scope would be the path of a larger tree.
  const whole = memberships.filter(({ entity, treeScope }) => entities.includes(entity) && treeScope[0] === entity);
  const scopes = whole.map(({ treeScope }) => treeScope);
  if (scopes.length === 0 || scopes.length < entities.length) return allowed;
  const [first = {}, ...others] = scopes.map(belowFilter);
  return others.length === 0 ? first : { $or: [first, ...others] };
}

/** The entities below which a condition is true, if it depends on nothing else. */
function treeOf(condition: Filter): unknown[] {
  if (!isDeepStrictEqual(Object.keys(condition), ['treeScope'])) return [];
  const { treeScope } = condition;
  return isRecord(treeScope) && Array.isArray(treeScope.$in) ? treeScope.$in : [treeScope];
}

/** Adds up amounts over all matches, as decimals: doubles would accumulate rounding errors. */
async function sumsOf<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): Promise<Record<string, number>> {
  const sums = Object.fromEntries(query.sum.map((name) => [name, { $sum: { $toDecimal: `$${name}` } }]));
  const [found = {}] = await storeOf(subject.name).aggregate(await conditionOf(subject, query), [
    { $group: { _id: null, ...sums } },
  ]);
  return Object.fromEntries(query.sum.map((name) => [name, Number(String(found[name] ?? 0))]));
}

async function suggestionFor<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): Promise<string | undefined> {
  const readable = await conditionOf(subject, { ...query, filter: {}, search: {}, extraKeys: {} });
  const filters = await conditionOf(subject, { ...query, search: {} });
  return await similarQuery(subject.name, { question: query.question, readable, filters });
}

/**
 * Spelling suggestion for a search without results: the query with the first unknown word replaced by a similar word
 * (edit distance 1) of a record that the viewer may read. Undefined if there is none, or if it would find nothing that
 * matches the filters of the list either.
 */
export async function similarQuery(
  name: ResourceName,
  { question, readable, filters = readable }: { question: string; readable: Filter; filters?: Filter },
): Promise<string | undefined> {
  const store = storeOf(name);
  const words = wordsOf(question);
  for (const word of words.filter(({ length }) => length >= minSuggestedLength).slice(0, 3)) {
    if ((await store.count(conjunction([readable, searchFilter(word)]), 1)) > 0) continue;
    const similar = similarWords(word);
    const [record] = await store.aggregate(conjunction([readable, { searchKeys: { $in: similar } }]), [
      { $limit: 1 },
      { $project: { words: { $setIntersection: ['$searchKeys', similar] } } },
    ]);
    const found = Array.isArray(record?.words) ? String(record.words[0]) : undefined;
    const suggestion = found && words.map((each) => (each === word ? found : each)).join(' ');
    if (suggestion && (await store.count(conjunction([searchFilter(suggestion), filters]), 1)) > 0) return suggestion;
  }
  return undefined;
}

/** Shorter words have too many similar ones. */
const minSuggestedLength = 4;

/** The most records that a sort or filter without an index may read (design 3). */
const maxUnindexed = 10_000;
/** The most records that are counted for the error. */
const maxCounted = 100_000;

/**
 * Checks that a sort or filter without an index reads at most `maxUnindexed` records: those that the indexed filters
 * and the viewer's access leave. Returns the index to read them by, else their number. Throws REQUEST_SCHEMA_INVALID
 * for more records, with their count and the filters that narrow the list.
 */
async function assertBounded<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): Promise<Pick<PageOptions, 'index' | 'count'>> {
  const { name } = subject;
  const condition = await conditionOf(subject, { ...query, filter: query.indexedFilter });
  const index = await narrowestIndex(name, condition);
  if (index) return { index };
  const bounded = await storeOf(name).count(condition, maxUnindexed + 1);
  if (bounded <= maxUnindexed) return { count: bounded };
  const count = await storeOf(name).count(condition, maxCounted + 1);
  const found = count > maxCounted ? `over ${format(maxCounted)}` : format(count);
  const narrowing = filterableFields(resource(name)).filter(
    ({ name: field, property }) =>
      isFilterIndexed(resource(name), field) && property['x-admin']?.widget !== 'hidden' && field !== 'id',
  );
  const ways = narrowing.map(({ label }) => label).join(', ');
  throw invalidRequest(
    'querystring',
    query.unindexed.map(({ path, label }) => ({
      path,
      message: `${path === '/sort' ? 'Sorting by' : 'Filtering by'} ${label} is limited to ${format(maxUnindexed)} records, but there are ${found}. Narrow the list by a search or by: ${ways}`,
    })),
  );
}

/**
 * The index whose first field narrows the records the most, if that leaves at most `maxUnindexed`. The database counts
 * its entries without reading records. Left to itself, MongoDB compares the first results of each possible plan, but a
 * plan that sorts in memory has none until it ends, and then it often prefers the index with more records.
 */
async function narrowestIndex(name: ResourceName, condition: Filter): Promise<string[] | undefined> {
  const indexes = indexesOf(resource(name));
  const equalities = equalitiesOf(condition);
  const key = JSON.stringify([name, equalities]);
  const cached = narrowestIndexes.get(key);
  if (cached) return cached;
  let narrowest: { matches: number; index?: string[] } = { matches: maxUnindexed + 1 };
  for (const [field, value] of equalities) {
    const index = indexes.find(([first]) => first === field);
    // Another index is worth its count only if it leaves half as many records.
    const limit = narrowest.index ? Math.ceil(narrowest.matches / 2) : narrowest.matches;
    const matches = index && (await storeOf(name).count({ [field]: value }, limit, index));
    if (index && matches !== undefined && matches < limit) narrowest = { matches, index };
  }
  if (narrowest.index) narrowestIndexes.set(key, narrowest.index);
  return narrowest.index;
}

/**
 * The chosen indexes by condition. People page through a list, and sort it again: for some seconds its counts change
 * too little to choose another index.
 */
const narrowestIndexes = new LRUCache<string, string[]>({ max: 1_000, ttl: 10_000 });

/** The conditions of a filter that leave a field few values: one, or the spellings of one text. */
function equalitiesOf(condition: Filter): [string, unknown][] {
  return Object.entries(condition).flatMap(([field, value]): [string, unknown][] => {
    if (field === '$and' && Array.isArray(value)) return value.flatMap(equalitiesOf);
    const values: unknown[] = isRecord(value) && Array.isArray(value.$in) ? value.$in : [value];
    const isNarrow = values.length <= maxSpellings && values.every((each) => each !== null && !isRecord(each));
    return field.startsWith('$') || !isNarrow ? [] : [[field, value]];
  });
}

/** A filter by a text matches it as typed, in lower case and in upper case. */
const maxSpellings = 3;

const format = (count: number) => count.toLocaleString('en-US');

/**
 * The most sorts and filters without an index that run at once in this process (performance 1). One core stays free for
 * other requests.
 */
const maxScans = Math.min(2, Math.max(1, availableParallelism() - 1));
const scans = { running: 0, waiting: [] as (() => void)[] };

/** Concurrency limit: waits until fewer than `maxScans` of these reads run. */
async function limitScans<T>(read: () => Promise<T>): Promise<T> {
  if (scans.running >= maxScans) await new Promise<void>((resolve) => scans.waiting.push(resolve));
  else scans.running += 1;
  try {
    return await read();
  } finally {
    const next = scans.waiting.shift();
    if (next) next();
    else scans.running -= 1;
  }
}

interface PageOptions {
  filter: Filter;
  query: Pick<ListQuery, 'sort' | 'skip' | 'limit' | 'after'>;
  selection?: Pick<FindOptions, 'only' | 'omit'>;
  /** The number of matches, if it is known already; `afterwards` counts them after the page, to use one core at once. */
  count?: number | 'afterwards' | undefined;
  /** The condition to count by, if not by `filter`. */
  countCondition?: () => Promise<Filter>;
  /** The index to read by. */
  index?: string[] | undefined;
}

/**
 * Reads all matches of a list at once, such as for an aggregation. Throws REQUEST_SCHEMA_INVALID if a filter has no index
 * and there are too many records to read.
 */
export async function readMatches<Name extends ResourceName, T>(
  subject: OperationContext<Name>,
  query: ListQuery,
  read: (filter: Filter) => Promise<T>,
): Promise<T> {
  const run = async () => await read(await conditionOf(subject, query));
  if (query.unindexed.length === 0) return await run();
  return await limitScans(async () => {
    await assertBounded(subject, query);
    return await run();
  });
}

/** One page of stored records, after the cursor if there is one. */
export const loadPage = async <Name extends ResourceName>(
  name: Name,
  options: PageOptions,
): Promise<ListPage<Records[Name]>> => withRecords(await loadRows(name, options));

const withRecords = <T>({ rows, isWhole, ...page }: StoredPage<T>): ListPage<T> => ({
  ...page,
  results: rows.map((row) => row.record()),
});

async function loadRows<Name extends ResourceName>(
  name: Name,
  { filter, query: { sort, skip, limit, after }, selection = {}, count: known, countCondition, index }: PageOptions,
): Promise<StoredPage<Records[Name]>> {
  const following = after ? { $and: [filter, afterCursorFilter(resource(name), sort, after)] } : filter;
  const only = selection.only && [...selection.only, ...sort.map((each) => parseSortField(each)[0])];
  const countMatches = async () =>
    await storeOf(name).count((await countCondition?.()) ?? filter, exactTotal + 1, index);
  const readRows = storeOf(name).page(
    { filter: following, sort, skip, limit, index, ...selection, ...(only ? { only } : {}) },
    maxPageBytes,
  );
  const [{ rows, ...end }, counted] = await Promise.all([
    readRows,
    known === 'afterwards' ? readRows.then(countMatches) : (known ?? countMatches()),
  ]);
  // While a job still moves records through the tree, `countCondition` may not match all of them yet.
  const isShort = counted < rows.length + (after ? 0 : skip) && rows.length > 0;
  const count = isShort ? await storeOf(name).count(filter, exactTotal + 1, index) : counted;
  const isOmitted = sort.some((each) => isWithin(selection.omit ?? [], parseSortField(each)[0]));
  const cursorAt = async (index: number) => {
    const last = rows[index]?.record();
    if (!last) throw new Error(`The page has no row ${index}`);
    if (!isOmitted) return cursorAfter(last, sort);
    const [whole = last] = await storeOf(name).find({ filter: { _id: last.id }, limit: 1 });
    return cursorAfter(whole, sort);
  };
  const total = { total: Math.min(count, exactTotal), totalIsMinimum: count > exactTotal };
  return { rows, ...end, ...total, cursorAt };
}

const isWithin = (paths: string[], name: string) => paths.some((each) => name === each || name.startsWith(`${each}.`));

/** Streams all records that the viewer may read in batches, in the requested order. References stay ids. */
export async function* streamRows<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): AsyncGenerator<object[]> {
  const { declaration, viewer } = subject;
  for await (const rows of streamStoredRows(subject, query)) {
    const records = rows.map((row) => row.record());
    yield declaration.onRead ? await declaration.onRead(records, viewer) : records;
  }
}

/** The same rows before anything is computed for them. */
export async function* streamStoredRows<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): AsyncGenerator<StoredRow<Records[Name]>[]> {
  const { name, declaration } = subject;
  const { index } = query.unindexed.length > 0 ? await assertBounded(subject, query) : {};
  const filter = await conditionOf(subject, query);
  const found = { filter, index, sort: query.sort, ...selectionOf(name, declaration, query) };
  yield* storeOf(name).storedBatches(found, batch);
}

/**
 * Whether the viewer's condition on the tree holds for every match, so that the total needs none. It does for the records
 * that refer to one record of which the viewer may read everything in the same tree (x-store.scopeFrom). Then an index
 * can contain all fields of the condition, and MongoDB counts ten times as fast. While a job still moves records through
 * the tree, the total can differ from the rows for some seconds.
 */
async function isTreeImplied<Name extends ResourceName>(
  { name, viewer }: OperationContext<Name>,
  query: ListQuery,
): Promise<boolean> {
  const { properties, 'x-store': { scopeFrom } = {} } = resource(name).schema;
  const type = scopeFrom && properties[scopeFrom]?.['x-ref'];
  if (!type || !isResourceName(type)) return false;
  const allowed = allowedFilter(viewer, 'read', name);
  const [, id] = equalitiesOf(query.filter).find(([field]) => field === scopeFrom) ?? [];
  const isTree = treeOf(allowed).length > 0;
  if (typeof id !== 'string' || !isTree || !isDeepStrictEqual(allowedFilter(viewer, 'read', type), allowed))
    return false;
  const key = JSON.stringify([type, id, allowed]);
  if (readableParents.has(key)) return true;
  const isReadable = (await storeOf(type).count({ _id: id, ...allowed }, 1)) > 0;
  if (isReadable) readableParents.set(key, true);
  return isReadable;
}

/**
 * Records that viewers with the same access have read lists below: the page of a client shows several lists and counts of
 * its orders.
 */
const readableParents = new LRUCache<string, true>({ max: 1_000, ttl: 5_000 });

/**
 * The query's filters combined with the viewer's access: lists are filtered in the database, never afterwards (design
 * 4). The filters come first, because they are usually narrower than the access (see `narrowestIndex`).
 */
async function conditionOf<Name extends ResourceName>(
  subject: OperationContext<Name>,
  query: ListQuery,
): Promise<Filter> {
  const allowed = allowedFilter(subject.viewer, 'read', subject.name);
  return conjunction([...(await matchingFilters(subject, query)), allowed]);
}

/** The filters of a list without the viewer's access. Some read the database: build them once per list. */
async function matchingFilters<Name extends ResourceName>(
  { declaration, viewer, below = {} }: OperationContext<Name>,
  query: ListQuery,
): Promise<Filter[]> {
  const extra = await Promise.all(
    Object.entries(query.extraKeys).map(
      ([key, value]) => declaration.queryKeys?.[key]?.condition(value, viewer, todayIn(query.filterTimeZone)) ?? {},
    ),
  );
  const visibility = (await declaration.visibilityCondition?.()) ?? {};
  return [query.filter, query.search, ...extra, below, visibility];
}

/**
 * The projection of a list query. Computed fields may depend on any stored field, so with an `onRead` hook only fields
 * that rows omit are left out.
 */
function selectionOf<Name extends ResourceName>(
  name: Name,
  { onRead }: ResourceHooks<Records[Name]>,
  { columns, populate: names }: ListQuery,
): Pick<FindOptions, 'only' | 'omit'> {
  const paths = columns?.flatMap(({ name: path, unlike }) => (unlike === undefined ? [path] : [path, unlike]));
  if (paths && !onRead) return { only: [...paths.filter((path) => path !== 'id'), 'revision'] };
  const populated = resource(name).fields.filter((field) => populatedNames(field).some((each) => names.includes(each)));
  const requested = [...(paths ?? []), ...populated.map((field) => field.name)];
  const isRequested = (path: string) => requested.some((each) => each === path || each.startsWith(`${path}.`));
  const omit = [...rowOmits(resource(name)), ...freeFormPaths(name)].filter((path) => !isRequested(path));
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
