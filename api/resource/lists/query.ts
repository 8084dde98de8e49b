import type { Field, Resource } from '#schemas/resource/resource.ts';
import { invalidRequest, type Problem } from '../../errors/catalogue.ts';
import { directionOf } from '../../store/model.ts';
import { searchFilter } from '../../store/search.ts';
import type { Filter } from '../../store/store.ts';
import { type Column, chosenColumns } from './columns.ts';
import { type Cursor, listIdentity, readCursor } from './cursor.ts';
import { fieldNamed, filterOf } from './filters.ts';
import { mostRows, orderOf, rangeOf, readJson, recordOf } from './json-parameters.ts';
import { hinted, type VisibleResource } from './visible-resource.ts';

/** A list request, whichever dialect it came in (design 3). */
export interface ListQuery {
  dialect: 'page' | 'simple';
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
  /** CSV holds all pages, so that nothing of a page means anything there. */
  isWhole?: boolean;
}

/** The keys of each dialect, and those of both. */
export const pageKeys = ['page', 'limit', 'after', 'search', 'populate'] as const;
export const simpleKeys = ['range', 'filter'] as const;
export const commonKeys = ['sort', 'columns'] as const;
/** What says which page is asked for. */
export const placeKeys = ['page', 'limit', 'after', 'range'] as const;
const isCommonKey = (key: string) => commonKeys.some((each) => each === key);
const isPageKey = (key: string) => pageKeys.some((each) => each === key);
const isSimpleKey = (key: string) => simpleKeys.some((each) => each === key);
const defaultLimit = 20;

/**
 * Reads both list dialects into one query: `page, limit, sort, search` with filters by field name, or react-admin's
 * simple REST `range`, JSON `sort` and `filter`. Throws REQUEST_SCHEMA_INVALID with every fault and its key.
 */
export function parseListQuery(input: ParseInput): ListQuery {
  const problems: Problem[] = [];
  const entries = Object.entries(input.query);
  // Built from entries, since an assignment would lose a key such as __proto__ and with it its refusal.
  const texts = Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  for (const [key, value] of entries) {
    if (typeof value !== 'string') problems.push({ path: `/${key}`, message: 'May be given only once' });
  }
  if (input.isWhole) {
    const placing = placeKeys.filter((key) => Object.hasOwn(texts, key));
    problems.push(...placing.map((key) => ({ path: `/${key}`, message: 'CSV holds all pages: leave it out' })));
  }
  const isSimple = isSimpleDialect(texts);
  if (isSimple) {
    const mixed = Object.keys(texts).filter((key) => !isSimpleKey(key) && !isCommonKey(key));
    problems.push(
      ...mixed.map((key) => ({ path: `/${key}`, message: `Can not be mixed with ${simpleKeys.join(', ')}` })),
    );
  }
  const parsed = isSimple ? parseSimple(input, texts, problems) : parsePaged(input, texts, problems);
  if (problems.length > 0) throw invalidRequest('querystring', problems);
  return parsed;
}

const isSimpleDialect = (query: Record<string, unknown>) =>
  simpleKeys.some((key) => Object.hasOwn(query, key)) || String(query.sort ?? '').startsWith('[');

/** The filters of a list request by their keys, before anything is known of them; of what can not be read there are none. */
export function filtersIn(query: Record<string, unknown>): Record<string, unknown[]> {
  const entries = isSimpleDialect(query)
    ? Object.entries(recordIn(query.filter)).map(([key, value]) => [key, [value].flat()] as const)
    : Object.entries(query).map(([key, value]) => [key, typeof value === 'string' ? value.split(',') : []] as const);
  return Object.fromEntries(entries);
}

function recordIn(text: unknown): Record<string, unknown> {
  return readJson({ filter: String(text) }, { key: 'filter', read: recordOf, allowed: '' }, []) ?? {};
}

function parsePaged(
  { resource, extraKeys, place = '', isWhole }: ParseInput,
  texts: Record<string, string>,
  problems: Problem[],
): ListQuery {
  const page = wholeNumber(texts, { key: 'page', fallback: 1, max: Number.MAX_SAFE_INTEGER / 200 }, problems);
  const limit = wholeNumber(texts, { key: 'limit', fallback: defaultLimit, max: 200 }, problems);
  const fields = Object.entries(texts).filter(([key]) => !isPageKey(key) && !isCommonKey(key));
  const own = fields.filter(([key]) => !extraKeys.includes(key));
  const filter = filterOf(
    resource,
    own.map(([key, value]) => ({ key, path: `/${key}`, values: value.split(',') })),
    problems,
  );
  const search = searchFilter(texts.search ?? '');
  const sort = sortOf(resource, (texts.sort ?? resource.sort).split(',').filter(Boolean), problems);
  const extra = Object.fromEntries(fields.filter(([key]) => extraKeys.includes(key)));
  const list = listIdentity([place, filter, search, sort, extra]);
  return {
    dialect: 'page',
    filter,
    search,
    sort,
    after: isWhole ? undefined : askedCursor(texts, { list, sort }, problems),
    list,
    skip: (page - 1) * limit,
    limit,
    page,
    populate: populateOf(resource, (texts.populate ?? '').split(',').filter(Boolean), problems),
    columns: askedColumns(resource, texts, problems),
    extra,
  };
}

/** `after` goes on in the very list that answered it as `next`. */
function askedCursor(
  texts: Record<string, string>,
  { list, sort }: Pick<ListQuery, 'list' | 'sort'>,
  problems: Problem[],
): Cursor | undefined {
  const { after, page } = texts;
  if (after === undefined) return undefined;
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

function parseSimple(
  { resource, extraKeys }: ParseInput,
  texts: Record<string, string>,
  problems: Problem[],
): ListQuery {
  const range = readJson(
    texts,
    { key: 'range', read: rangeOf, allowed: 'Must be [first, last] with at most 1000 rows' },
    problems,
  );
  const sort = readJson(texts, { key: 'sort', read: orderOf, allowed: 'Must be ["field", "ASC" or "DESC"]' }, problems);
  const filter = readJson(texts, { key: 'filter', read: recordOf, allowed: 'Must be an object' }, problems) ?? {};
  const { q = '', ...asked } = filter;
  if (typeof q !== 'string') problems.push({ path: '/filter/q', message: 'Must be text' });
  // react-admin's getMany names the records that it wants and no range: it wants all of them.
  const asMany = Array.isArray(filter.id) ? Math.min(Math.max(filter.id.length, 1), mostRows) : defaultLimit;
  const [first, last] = range ?? [0, asMany - 1];
  const entries = Object.entries(asked).filter(([, value]) => value !== '');
  const own = entries.filter(([key]) => !extraKeys.includes(key));
  return {
    dialect: 'simple',
    filter: filterOf(
      resource,
      own.map(([key, value]) => ({ key, path: `/filter/${key}`, values: [value].flat() })),
      problems,
    ),
    search: searchFilter(String(q)),
    sort: sortOf(resource, sort ?? resource.sort.split(','), problems),
    skip: first,
    limit: last - first + 1,
    page: 1,
    after: undefined,
    list: '',
    populate: [],
    columns: askedColumns(resource, texts, problems),
    extra: Object.fromEntries(
      entries.filter(([key]) => extraKeys.includes(key)).map(([key, value]) => [key, String(value)]),
    ),
  };
}

function wholeNumber(
  texts: Record<string, string>,
  { key, fallback, max }: { key: string; fallback: number; max: number },
  problems: Problem[],
): number {
  const text = texts[key];
  if (text === undefined) return fallback;
  const value = /^[0-9]{1,12}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  problems.push({
    path: `/${key}`,
    value: text,
    message: `Must be a whole number from 1 to ${max === 200 ? '200' : 'the last page'}`,
  });
  return fallback;
}

const unsortable = ['list', 'object', 'map'];

/** The fields that a list can be sorted by. */
export function sortableNames({ fields }: Resource): string[] {
  return fields.filter(({ kind }) => !unsortable.includes(kind)).map(({ name }) => name);
}

function sortOf(resource: VisibleResource, sort: string[], problems: Problem[]): string[] {
  const sortable = sortableNames(resource);
  return sort.map((each) => {
    const [name, direction] = directionOf(each);
    const field = fieldNamed(resource, name)?.name ?? name;
    if (!sortable.includes(field)) {
      const message = hinted(resource, `Must be one of: ${sortable.join(', ')}`);
      problems.push({ path: '/sort', value: each, message });
    }
    return direction < 0 ? `-${field}` : field;
  });
}

function askedColumns(
  resource: VisibleResource,
  { columns }: Record<string, string>,
  problems: Problem[],
): Column[] | undefined {
  const names = (columns ?? '').split(',').filter(Boolean);
  return names.length === 0 ? undefined : chosenColumns(resource, names, problems);
}

/** `product` stands for the references inside `products`; an id field also answers to its name without `Id`. */
function populateOf({ fields }: Resource, names: string[], problems: Problem[]): string[] {
  if (names.length === 0) return names;
  const known = fields.flatMap(populatedNames);
  return names.map((each) => {
    const name = each.replace(/Id$/, '');
    if (!known.includes(name))
      problems.push({ path: '/populate', value: each, message: `Must be one of: ${known.join(', ')}` });
    return name;
  });
}

/** The names under which `populate` asks for a field's references. */
export function populatedNames({ kind, name, property }: Field): string[] {
  if (kind === 'reference') return [name.replace(/Id$/, '')];
  const inside = Object.entries(property.items?.properties ?? {}).filter(([, each]) => each['x-ref']);
  return inside.map(([each]) => each.replace(/Id$/, ''));
}
