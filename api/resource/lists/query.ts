import { isRecord } from '#schemas/forms/is-record.ts';
import { invalidRequest, type Problem } from '../../errors/catalogue.ts';
import { searchFilter } from '../../store/search.ts';
import type { Filter } from '../../store/store.ts';
import { type Column, chosenColumns } from './columns.ts';
import { type Cursor, listIdentity, readCursor } from './cursor.ts';
import { fieldNamed } from './fields.ts';
import { type AskedFilter, filterOf, servedFilters } from './filters.ts';
import {
  type Dialect,
  deepestRow,
  defaultLimit,
  dialectOf,
  isParameter,
  mostRows,
  parameters,
  readerOf,
} from './parameters.ts';
import { populateNames } from './populated-names.ts';
import { sortOf } from './sorts.ts';
import type { VisibleResource } from './visible-resource.ts';

/** A list request, whichever dialect it came in (design 3). */
export interface ListQuery {
  dialect: Dialect;
  filter: Filter;
  /** The question of `search` or `q`, as a condition. */
  search: Filter;
  sort: string[];
  skip: number;
  limit: number;
  page: number;
  /** Behind which row of an earlier page this one begins. */
  after: Cursor | undefined;
  /** What tells this list, as it is asked for, from all others; a page's `next` says it. */
  list: string;
  populate: string[];
  /** What `columns` asks for; undefined when nothing is chosen. */
  columns: Column[] | undefined;
  /** Values of the resource's own query keys, still to be turned into conditions. */
  extra: Record<string, string>;
}

interface ParseInput {
  resource: VisibleResource;
  /** The parsed query string; a repeated key is a list there. */
  query: Record<string, unknown>;
  /** Query keys that only this resource knows, such as `channel` on clients. */
  extraKeys: string[];
  /** The address of the list. */
  place?: string;
  /** What `populate` knows beside references, where one record is read. */
  brought?: string | undefined;
  /** CSV holds all pages, so that nothing of a page means anything there. */
  isWhole?: boolean;
}

/**
 * Reads both list dialects into one query: `page, limit, sort, search` with filters by field name, or react-admin's
 * simple REST `range`, JSON `sort` and `filter`. Throws REQUEST_SCHEMA_INVALID with every fault and its key.
 */
export function parseListQuery({
  resource,
  query,
  extraKeys,
  place = '',
  brought,
  isWhole = false,
}: ParseInput): ListQuery {
  const problems: Problem[] = [];
  const texts = textsOf(query, problems);
  const dialect = dialectOf(texts);
  refuseForeignKeys(texts, { dialect, isWhole }, problems);
  const read = readerOf(texts, dialect, problems);

  const { q = '', ...simple } = read('filter') ?? {};
  const asked = dialect === 'page' ? pageFilters(texts) : simpleFilters(simple);
  const own = asked.filter(({ key }) => !extraKeys.includes(key));
  const filter = filterOf(servedFilters(resource), own, problems);
  if (typeof q !== 'string') problems.push({ path: '/filter/q', message: 'Must be text' });
  const search = searchFilter(dialect === 'page' ? (read('search') ?? '') : String(q));
  const wanted = read('sort') ?? [];
  const order = wanted.length > 0 ? wanted : resource.sort.split(',');
  const given = own.flatMap(({ key }) => fieldNamed(resource, key)?.name ?? []);
  const sort = sortOf(resource, { asked: order, given }, problems);
  const extra = Object.fromEntries(
    asked.flatMap(({ key, values }) =>
      values && extraKeys.includes(key) ? [[key, values.map(String).join(',')]] : [],
    ),
  );
  const list = listIdentity([place, filter, search, sort, extra]);
  const after = isWhole ? undefined : cursorIn(texts, { list, sort }, problems);
  const names = read('columns') ?? [];
  const parsed: ListQuery = {
    dialect,
    filter,
    search,
    sort,
    ...placeOf(read, asked),
    ...(after ? { skip: 0 } : {}),
    after,
    list,
    populate: populateOf(populateNames(resource, brought), read('populate') ?? [], problems),
    columns: names.length === 0 ? undefined : chosenColumns(resource, names, problems),
    extra,
  };
  if (!isWhole && !after) refuseDepth(parsed, problems);
  if (problems.length > 0) throw invalidRequest('querystring', problems);
  return parsed;
}

/** The filters of a list request by their keys, before anything is known of them; of what can not be read there are none. */
export function filtersIn(query: Record<string, unknown>): Record<string, unknown[]> {
  const texts = textsOf(query, []);
  const dialect = dialectOf(texts);
  const { q, ...simple } = readerOf(texts, dialect, [])('filter') ?? {};
  const asked = dialect === 'page' ? pageFilters(texts) : simpleFilters(simple);
  return Object.fromEntries(asked.map(({ key, values = [] }) => [key, values]));
}

type Reader = ReturnType<typeof readerOf>;
type Texts = Record<string, string>;

/**
 * The query without the parameters that are empty: they ask for nothing. Built from entries, since an assignment would lose a key
 * such as __proto__ and with it its refusal.
 */
function textsOf(query: Record<string, unknown>, problems: Problem[]): Texts {
  const entries = Object.entries(query).filter(([key, value]) => !(isParameter(key) && value === ''));
  for (const [key, value] of entries)
    if (typeof value !== 'string') problems.push({ path: `/${key}`, message: 'May be given only once' });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function refuseForeignKeys(
  texts: Texts,
  { dialect, isWhole }: { dialect: Dialect; isWhole: boolean },
  problems: Problem[],
): void {
  for (const key of Object.keys(texts)) {
    const known = isParameter(key) ? parameters[key] : undefined;
    if (isWhole && known?.isPlace) problems.push({ path: `/${key}`, message: 'CSV holds all pages: leave it out' });
    if (dialect === 'simple' && !known?.dialects.includes(dialect))
      problems.push({ path: `/${key}`, message: 'Can not be mixed with range, filter' });
  }
}

/** Filters by field name, each a value or a comma list; an empty one asks for nothing. */
function pageFilters(texts: Texts): AskedFilter[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    isParameter(key) ? [] : [{ key, path: `/${key}`, values: givenIn(valuesIn(key, text)), text }],
  );
}

/** The end of a range is one value, to which its commas belong. */
const valuesIn = (key: string, text: string): string[] =>
  /\.(from|to)$/.test(key) ? [text.trim()] : text.split(',').map((each) => each.trim());

/** Filters by field name as react-admin keeps them: what stands in an object of a field is an operator. */
export function simpleFilters(filter: Record<string, unknown>, place = '/filter', prefix = ''): AskedFilter[] {
  return Object.entries(filter).flatMap(([name, value]): AskedFilter[] => {
    const [key, path] = [`${prefix}${name}`, `${place}/${name}`];
    // An object without an operator asks for nothing, but of a field that must be there all the same.
    const isOperators = isRecord(value) && Object.keys(value).length > 0;
    return isOperators
      ? simpleFilters({ ...value }, path, `${key}.`)
      : isRecord(value)
        ? [{ key, path, values: undefined }]
        : [{ key, path, values: givenIn([value].flat()) }];
  });
}

/** What is empty asks for nothing; a list that had nothing in it, as of ids, is fulfilled by nothing. */
function givenIn(values: unknown[]): unknown[] | undefined {
  const given = values.filter((each) => each !== '');
  return given.length === 0 && values.length > 0 ? undefined : given;
}

/** `after` goes on in the very list that answered it as `next`. */
function cursorIn(
  texts: Texts,
  { list, sort }: Pick<ListQuery, 'list' | 'sort'>,
  problems: Problem[],
): Cursor | undefined {
  const { after, page } = texts;
  if (!after) return undefined;
  const cursor = readCursor(after, list, sort.length);
  if (page !== undefined) problems.push({ path: '/after', message: 'Can not be mixed with page' });
  if (!cursor)
    problems.push({
      path: '/after',
      value: after,
      message: 'Must be the `next` of a page of this list, with the same filters and sort',
    });
  return cursor;
}

/** Which rows: by page and limit, or by the range of the other dialect. */
function placeOf(read: Reader, asked: AskedFilter[]): Pick<ListQuery, 'page' | 'limit' | 'skip'> {
  const range = read('range');
  if (range) return { page: 1, skip: range[0], limit: range[1] - range[0] + 1 };
  const [page, limit] = [read('page') ?? 1, read('limit')];
  if (limit) return { page, limit, skip: (page - 1) * limit };
  // react-admin's getMany names the records that it wants and no range: it wants all of them.
  const ids = asked.find(({ key, path }) => key === 'id' && path === '/filter/id')?.values?.length;
  const usual = ids ? Math.min(ids, mostRows.simple) : defaultLimit;
  return { page, limit: usual, skip: (page - 1) * usual };
}

/** What is skipped is read all the same: beyond some depth a list goes on by its cursor alone. */
function refuseDepth({ dialect, skip, limit }: ListQuery, problems: Problem[]): void {
  if (skip + limit <= deepestRow) return;
  problems.push({
    path: dialect === 'page' ? '/page' : '/range',
    message: `Pages reach row ${deepestRow}: go on by \`after\`, the \`next\` of the page before`,
  });
}

/** An id field also answers to its name without `Id`. */
function populateOf(known: string[], names: string[], problems: Problem[]): string[] {
  return names.map((each) => {
    const name = each.replace(/Id$/, '');
    if (!known.includes(name))
      problems.push({ path: '/populate', value: each, message: `Must be one of: ${known.join(', ')}` });
    return name;
  });
}
