import { isRecord } from '#schemas/forms/is-record.ts';
import { isFilterIndexed, isSortIndexed, openRanges } from '#schemas/resource/indexes.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { invalidRequest, type Problem } from '../../../platform/errors/catalogue.ts';
import type { Viewer } from '../../access/viewer.ts';
import { parseSortField } from '../../store/model.ts';
import { searchFilter } from '../../store/search.ts';
import type { Filter } from '../../store/store.ts';
import type { MapColumns } from '../rules/declaration.ts';
import { type Column, selectColumns } from './columns.ts';
import { type Cursor, decodeCursor, listDigest } from './cursor.ts';
import { anyKey, buildAnyFilter, buildListFilter, type FilterInput, withIndexes } from './filters.ts';
import {
  type Dialect,
  defaultLimit,
  detectDialect,
  isParameter,
  listParameterTable,
  maxOffset,
  maxPageSize,
  parameterReader,
  summableNames,
} from './parameters.ts';
import { populateNames } from './populate.ts';
import { isMapColumn, resolveSort } from './sorts.ts';
import { type VisibleResource, visibleResource } from './visible-resource.ts';

/** A parsed list query, from either dialect (design 3). */
export interface ListQuery {
  dialect: Dialect;
  filter: Filter;
  /** The conditions in `filter` that match every record: they let an index sort (`openRanges`). */
  ranges: Filter[];
  /** The part of `filter` that an index narrows. */
  indexedFilter: Filter;
  /** The sort and the filters without an index, which are limited to lists of bounded size (design 3). */
  unindexed: { path: string; label: string }[];
  /** The text of `search` or `q`. */
  question: string;
  /** Its condition. */
  search: Filter;
  sort: string[];
  skip: number;
  limit: number;
  page: number;
  /** The cursor of the row before this page. */
  after: Cursor | undefined;
  /** Digest of this list and its query, which is part of a page's `next`. */
  list: string;
  populate: string[];
  /** The fields to add up over all matches. */
  sum: string[];
  /** The selected columns; undefined for the default ones. */
  columns: Column[] | undefined;
  /** The time zone of an export's dates. */
  timeZone: string | undefined;
  /** The time zone of days in filters. */
  filterTimeZone: string | undefined;
  /** Values of the resource's extra query keys, not yet converted to conditions. */
  extraKeys: Record<string, string>;
}

interface ParseInput {
  resource: VisibleResource;
  /** The parsed query string. A repeated key is a list. */
  query: Record<string, unknown>;
  /** Query keys that only this resource has, such as `channel` for clients. */
  extraKeys: string[];
  /** The URL of the list. */
  place?: string;
  /** The expansion that a single record offers besides references. */
  expansion?: string | undefined;
  /** An export contains all pages, so pagination parameters are rejected. */
  isExport?: boolean;
}

/**
 * Parses a list query in either dialect: `page, limit, sort, search` with filters by field name, or react-admin's
 * simple REST `range`, JSON `sort` and `filter`. Throws REQUEST_SCHEMA_INVALID with all problems and their keys.
 */
export function parseListQuery({
  resource,
  query,
  extraKeys,
  place = '',
  expansion,
  isExport = false,
}: ParseInput): ListQuery {
  const problems: Problem[] = [];
  const texts = textsOf(query, problems);
  const dialect = detectDialect(texts);
  rejectForeignKeys(texts, { dialect, isExport }, problems);
  const read = parameterReader(texts, dialect, problems);

  const { q = '', ...simple } = read('filter') ?? {};
  const requestedFilters = dialect === 'page' ? pageFilters(texts) : reactAdminFilters(simple);
  const own = requestedFilters.filter(({ key }) => !extraKeys.includes(key) && key.split('.')[0] !== anyKey);
  const indexed = withIndexes(resource);
  const context = { problems, timeZone: read('filterTimeZone') };
  const found = buildListFilter(indexed, own, context);
  const any = buildAnyFilter(indexed, anyGroups(dialect === 'page' ? texts : simple, dialect, problems), {
    path: dialect === 'page' ? `/${anyKey}` : `/filter/${anyKey}`,
    ...context,
  });
  if (typeof q !== 'string') problems.push({ path: '/filter/q', message: 'Must be text' });
  const question = dialect === 'page' ? (read('search') ?? '') : String(q);
  const search = searchFilter(question);
  const requestedSort = read('sort') ?? [];
  const order = requestedSort.length > 0 ? requestedSort : resource.sort.split(',');
  const sort = resolveSort(resource, order, problems);
  const unindexed = unindexedSort(resource, sort, found.fixed);
  // A list that another index narrows needs no ranges if it is sorted in memory: each record would be compared with them.
  const isNarrowed = found.fixed.some((name) => isFilterIndexed(resource, name));
  const ranges = unindexed.length > 0 && isNarrowed ? [] : openRanges(resource, found.fixed);
  const filter = conjunction([found.filter, any.filter, ...ranges]);
  const extra = Object.fromEntries(
    requestedFilters.flatMap(({ key, values }) =>
      values && extraKeys.includes(key) ? [[key, values.map(String).join(',')]] : [],
    ),
  );
  const list = listDigest([place, filter, search, sort, extra]);
  const after = isExport ? undefined : cursorIn(texts, { list, sort }, problems);
  const names = read('columns') ?? [];
  const parsed: ListQuery = {
    dialect,
    filter,
    ranges,
    indexedFilter: conjunction([found.indexed, any.indexed, ...ranges]),
    unindexed: [...found.unindexed, ...any.unindexed, ...unindexed],
    question,
    search,
    sort,
    ...placeOf(read, requestedFilters),
    ...(after ? { skip: 0 } : {}),
    after,
    list,
    populate: populateOf(populateNames(resource, expansion), read('populate') ?? [], problems),
    sum: summedOf(summableNames(resource), read('sum') ?? [], problems),
    columns: names.length === 0 ? undefined : selectColumns(resource, names, problems),
    timeZone: read('timeZone'),
    filterTimeZone: context.timeZone,
    extraKeys: extra,
  };
  if (!isExport && !after) rejectDepth(parsed, problems);
  if (problems.length > 0) throw invalidRequest('querystring', problems);
  return parsed;
}

/** The filters of a list query by key, without validation; unreadable ones are left out. */
export function rawFilters(query: Record<string, unknown>): Record<string, unknown[]> {
  const texts = textsOf(query, []);
  const dialect = detectDialect(texts);
  const { q, ...simple } = parameterReader(texts, dialect, [])('filter') ?? {};
  const requestedFilters = dialect === 'page' ? pageFilters(texts) : reactAdminFilters(simple);
  return Object.fromEntries(requestedFilters.map(({ key, values = [] }) => [key, values]));
}

type Reader = ReturnType<typeof parameterReader>;
type Texts = Record<string, string>;

/**
 * The query without empty parameters, which are ignored. It is built from entries because an assignment would lose a
 * key such as __proto__, and with it the error about that key.
 */
function textsOf(query: Record<string, unknown>, problems: Problem[]): Texts {
  const entries = Object.entries(query).filter(([key, value]) => !(isParameter(key) && value === ''));
  for (const [key, value] of entries)
    if (typeof value !== 'string') problems.push({ path: `/${key}`, message: 'Must be given only once' });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function rejectForeignKeys(
  texts: Texts,
  { dialect, isExport }: { dialect: Dialect; isExport: boolean },
  problems: Problem[],
): void {
  for (const key of Object.keys(texts)) {
    const known = isParameter(key) ? listParameterTable[key] : undefined;
    if (isExport && known?.isPagination)
      problems.push({ path: `/${key}`, message: 'Not supported for exports, which have all pages' });
    if (!isExport && known?.isExport) problems.push({ path: `/${key}`, message: 'Only supported for exports' });
    if (dialect === 'simple' && !known?.dialects.includes(dialect))
      problems.push({ path: `/${key}`, message: 'Cannot be combined with range, filter' });
  }
}

/** The filter that all of the filters together make; empty ones do not narrow it. */
export const conjunction = (filters: Filter[]): Filter => {
  const $and = filters.filter((each) => Object.keys(each).length > 0);
  return $and.length > 0 ? { $and } : {};
};

/** The sort if no index supports it, with the label of its first field. */
function unindexedSort(resource: VisibleResource, sort: string[], fixed: string[]): ListQuery['unindexed'] {
  const [name] = parseSortField(sort[0] ?? '');
  if (isSortIndexed(resource, sort, fixed) || (resource.hasServedColumns && isMapColumn(name))) return [];
  return [{ path: '/sort', label: resource.fields.find((field) => field.name === name)?.label ?? name }];
}

/** The groups of the `any` filter: a JSON list of objects, in the page dialect as the text of a parameter. */
function anyGroups(source: Record<string, unknown>, dialect: Dialect, problems: Problem[]): FilterInput[][] {
  const given = source[anyKey];
  const path = dialect === 'page' ? `/${anyKey}` : `/filter/${anyKey}`;
  if (given === undefined || given === '') return [];
  const groups =
    dialect === 'page' ? listParameterTable.filter.read(`{"groups":${String(given)}}`, 'simple')?.groups : given;
  if (Array.isArray(groups) && groups.every(isRecord))
    return groups.map((group, index) => reactAdminFilters({ ...group }, `${path}/${index}`));
  problems.push({ path, message: 'Must be a JSON list of objects with filters, such as [{"status":"DRAFT"}]' });
  return [];
}

/** Filters by field name, each with a value or a comma list. Empty ones are ignored. */
function pageFilters(texts: Texts): FilterInput[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    isParameter(key) ? [] : [{ key, path: `/${key}`, values: givenIn(valuesIn(key, text)), text }],
  );
}

/** The end of a range is one value that may contain commas. */
const valuesIn = (key: string, text: string): string[] =>
  /\.(from|to)$/.test(key) ? [text.trim()] : text.split(',').map((each) => each.trim());

/** Filters in react-admin's format: keys inside a field's object are operators. */
export function reactAdminFilters(filter: Record<string, unknown>, place = '/filter', prefix = ''): FilterInput[] {
  return Object.entries(filter).flatMap(([name, value]): FilterInput[] => {
    const [key, path] = [`${prefix}${name}`, `${place}/${name}`];
    // An empty object filters by nothing, but its field must still be valid.
    const isOperators = isRecord(value) && Object.keys(value).length > 0;
    return isOperators
      ? reactAdminFilters({ ...value }, path, `${key}.`)
      : isRecord(value)
        ? [{ key, path, values: undefined }]
        : [{ key, path, values: givenIn([value].flat()) }];
  });
}

/** Removes empty values. A filter with only empty values is ignored; an empty list of ids matches nothing. */
function givenIn(values: unknown[]): unknown[] | undefined {
  const given = values.filter((each) => each !== '');
  return given.length === 0 && values.length > 0 ? undefined : given;
}

/** Reads the cursor in `after`, which must come from this very list. */
function cursorIn(
  texts: Texts,
  { list, sort }: Pick<ListQuery, 'list' | 'sort'>,
  problems: Problem[],
): Cursor | undefined {
  const { after, page } = texts;
  if (!after) return undefined;
  const cursor = decodeCursor(after, list, sort.length);
  if (page !== undefined) problems.push({ path: '/after', message: 'Cannot be combined with page' });
  if (!cursor)
    problems.push({
      path: '/after',
      value: after,
      message: 'Must be the `next` of a page of this list, with the same filters and sort',
    });
  return cursor;
}

/** Limit and offset: from page and limit, or from react-admin's range. */
function placeOf(read: Reader, requestedFilters: FilterInput[]): Pick<ListQuery, 'page' | 'limit' | 'skip'> {
  const range = read('range');
  if (range) return { page: 1, skip: range[0], limit: range[1] - range[0] + 1 };
  const [page, limit] = [read('page') ?? 1, read('limit')];
  if (limit) return { page, limit, skip: (page - 1) * limit };
  // react-admin's getMany sends ids without a range and expects all of them.
  const ids = requestedFilters.find(({ key, path }) => key === 'id' && path === '/filter/id')?.values?.length;
  const usual = ids ? Math.min(ids, maxPageSize.simple) : defaultLimit;
  return { page, limit: usual, skip: (page - 1) * usual };
}

/** Rejects deep offsets: skipped rows still have to be read, so beyond this depth a list continues by cursor only. */
function rejectDepth({ dialect, skip, limit }: ListQuery, problems: Problem[]): void {
  if (skip + limit <= maxOffset) return;
  problems.push({
    path: dialect === 'page' ? '/page' : '/range',
    message: `Pages end at row ${maxOffset}: continue with \`after\`, the \`next\` of the previous page`,
  });
}

/** Validates the names in `populate`. A name with `Id` is accepted as well. */
function populateOf(known: string[], names: string[], problems: Problem[]): string[] {
  return names.map((each) => {
    const name = each.replace(/Id$/, '');
    if (!known.includes(name))
      problems.push({ path: '/populate', value: each, message: `Must be one of: ${known.join(', ')}` });
    return name;
  });
}

function summedOf(known: string[], names: string[], problems: Problem[]): string[] {
  for (const name of names)
    if (!known.includes(name))
      problems.push({
        path: '/sum',
        value: name,
        message: `Must be one of: ${known.join(', ') || 'nothing, because this list has no amounts'}`,
      });
  return names;
}

interface FilterOptions {
  resource: Resource;
  mapColumns: MapColumns | undefined;
  viewer: Viewer;
  /** The parsed query string. */
  query: unknown;
}

/**
 * Builds the filter of a list for a route that returns an aggregate instead of rows. Throws REQUEST_SCHEMA_INVALID for
 * invalid filters, for filters without an index, and for parameters about rows, such as page or sort.
 */
export async function parseFiltersOnly(options: FilterOptions): Promise<Filter> {
  const { filter, unindexed } = await parseFilterQuery(options);
  if (unindexed.length > 0)
    throw invalidRequest(
      'querystring',
      unindexed.map(({ path, label }) => ({
        path,
        message: `${label} has no index, so totals cannot be filtered by it`,
      })),
    );
  return filter;
}

/**
 * Parses the filters of a list for a route that returns an aggregate, or an export with its sort. Throws
 * REQUEST_SCHEMA_INVALID for invalid filters and for other parameters about rows.
 */
export async function parseFilterQuery(
  { resource, mapColumns, viewer, query }: FilterOptions,
  rowParameters: 'filtersOnly' | 'sorted' = 'filtersOnly',
): Promise<ListQuery> {
  const params = typeof query === 'object' && query !== null ? { ...query } : {};
  const supported = rowParameters === 'sorted' ? ['filter', 'filterTimeZone', 'sort'] : ['filter', 'filterTimeZone'];
  const rejected = Object.keys(params).filter((key) => !supported.includes(key) && isParameter(key));
  if (rejected.length > 0)
    throw invalidRequest(
      'querystring',
      rejected.map((key) => ({
        path: `/${key}`,
        message: 'Only filters are supported here, because there are no rows',
      })),
    );
  const visible = await visibleResource({ resource, mapColumns, viewer, filters: rawFilters(params) });
  const parsed = parseListQuery({ resource: visible, query: params, extraKeys: [], isExport: true });
  // An aggregate has no order, so only its filters need an index.
  if (rowParameters === 'sorted') return parsed;
  return { ...parsed, unindexed: parsed.unindexed.filter(({ path }) => path !== '/sort') };
}
