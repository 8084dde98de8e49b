import simpleRestProvider from 'ra-data-simple-rest';
import type { GetListParams, GetListResult } from 'react-admin';
import { localTimeZone, localToday } from '#portal/forms/dates/days.ts';
import { maxBulkMatches } from '#schemas/bulk/bulk-jobs.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isDay } from '#schemas/typed-values/parse-date.ts';
import { relativeDays } from '#schemas/typed-values/relative-days.ts';
import { request } from './http.ts';

/** Limits of the API: rows reachable by page number, and rows per page (design 3). */
const maxRow = 10_000;
const maxPerPage = 1_000;
/** Size of the cursor cache in lists; the least recently used is evicted. */
const maxLists = 20;

type ListParams = Pick<GetListParams, 'sort' | 'filter' | 'signal'>;
type Pages = Pick<GetListResult, 'data' | 'total' | 'pageInfo' | 'meta'>;

/** Cursor cache: for each list, the cursor after a number of rows. */
const lists = new Map<string, Map<number, string>>();

/**
 * Loads a page of a list. Uses cursor pagination if the previous page's cursor is cached: equal cost at any depth, and
 * no rows skipped or repeated when others change. Otherwise uses the page number. Lists that are longer than the API
 * counts have no `total`; react-admin then pages by `hasNextPage`, in infinite lists too. `parameters` are added to the request. The
 * result's `meta` has the API's sums and its suggestion for a search without results.
 */
export async function loadPage(
  path: string,
  { pagination = { page: 1, perPage: 25 }, ...listParams }: ListParams & Pick<GetListParams, 'pagination'>,
  parameters: Record<string, string> = {},
): Promise<Pages> {
  const { page, perPage } = pagination;
  const first = (page - 1) * perPage;
  const cursors = cursorsOf(path, listParams);
  if (first + perPage > maxRow && !cursors.has(first)) await walkTo(first, { path, listParams, cursors });
  const after = cursors.get(first);
  if (first + perPage > maxRow && !after) return { data: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } };
  const more = { ...parameters, ...(after ? { after } : {}) };
  const { data, total = 0, next, isMinimum, extra } = await rowsOf(path, { ...listParams, pagination }, more);
  if (next) cursors.set(first + data.length, next);
  if (!isMinimum) return { data, total, meta: extra };
  const pageInfo = { hasNextPage: next !== undefined, hasPreviousPage: page > 1 };
  return { data, pageInfo, meta: { ...extra, atLeast: total } };
}

/** What a list's meta has besides its rows: sums by field name, and a similar search that finds something. */
interface ListExtra {
  sums?: Record<string, unknown>;
  suggestion?: string;
}

/** The query parameter for filters with days: the API begins and ends them in the user's time zone. */
export const filterZone = (filter: unknown): Record<string, string> =>
  hasDays(filter) ? { filterTimeZone: localTimeZone() } : {};

const hasDays = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasDays);
  if (isRecord(value)) return Object.values(value).some(hasDays);
  return typeof value === 'string' && (isDay(value) || relativeDays(value, localToday()) !== undefined);
};

/** Parses the headers of the sums and of the suggestion, which is percent-encoded. */
function extraOf(headers: Headers): ListExtra {
  const sums: unknown = JSON.parse(headers.get('x-sums') ?? 'null');
  const suggestion = headers.get('x-suggestion');
  return {
    ...(isRecord(sums) ? { sums } : {}),
    ...(suggestion === null ? {} : { suggestion: decodeURIComponent(suggestion) }),
  };
}

/** Returns the sums of a list's amounts, by field name; undefined if the API has not computed them. */
export function sumsOf(meta: unknown): Record<string, unknown> | undefined {
  return isRecord(meta) && isRecord(meta.sums) ? meta.sums : undefined;
}

/** Returns a list's row count, or the minimum if the API stopped counting. */
export function totalOf({ total, meta }: { total?: number | undefined; meta?: unknown }): number | undefined {
  return total ?? (isRecord(meta) && typeof meta.atLeast === 'number' ? meta.atLeast : undefined);
}

/**
 * The selection of everything that matches a list's filters: how many, or that there are more than a bulk job can
 * change. Undefined if the page shows them all.
 */
export function selectAllChoice(
  list: { total?: number | undefined; meta?: unknown },
  shown: number,
): { label: string; isTooWide: boolean } | undefined {
  const isTooWide = list.total === undefined && totalOf(list) !== undefined;
  if (isTooWide) return { label: `More than ${maxBulkMatches.toLocaleString('en-US')} match`, isTooWide };
  const { total = 0 } = list;
  return total > shown ? { label: `Select all ${total.toLocaleString('en-US')} that match`, isTooWide } : undefined;
}

function cursorsOf(path: string, { sort, filter }: ListParams): Map<number, string> {
  const list = JSON.stringify([path, sort, filter]);
  const cursors = lists.get(list) ?? new Map<number, string>();
  lists.delete(list);
  lists.set(list, cursors);
  const [oldest] = lists.keys();
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
  return cursors;
}

interface WalkOptions {
  path: string;
  listParams: ListParams;
  cursors: Map<number, string>;
}

/** Walks to the cursor of a row, when a deep page is opened without its predecessors. */
async function walkTo(row: number, { path, listParams, cursors }: WalkOptions): Promise<void> {
  let at = Math.max(0, ...[...cursors.keys()].filter((each) => each <= row));
  while (at < row) {
    const after = cursors.get(at);
    // Without a cursor, jump to the deepest page reachable by number.
    const [page, perPage] = after ? [1, Math.min(maxPerPage, row - at)] : lastPageUpTo(Math.min(row, maxRow));
    const more = { columns: 'id', ...(after ? { after } : {}) };
    const { data, next } = await rowsOf(path, { ...listParams, pagination: { page, perPage } }, more);
    if (!next) return;
    at = after ? at + data.length : page * perPage;
    cursors.set(at, next);
  }
}

/** Returns number and size of the largest page that ends at a row. */
function lastPageUpTo(row: number): [number, number] {
  let perPage = Math.min(row, maxPerPage);
  while (row % perPage !== 0) perPage -= 1;
  return [row / perPage, perPage];
}

/** Requests a page through the simple REST provider, and returns the cursor headers with it. */
async function rowsOf(
  path: string,
  params: ListParams & Required<Pick<GetListParams, 'pagination'>>,
  more: Record<string, string>,
) {
  let headers = new Headers();
  const provider = simpleRestProvider('/api', async (url, options) => {
    const added = new URLSearchParams({ ...filterZone(params.filter), ...more }).toString();
    const answer = await request(added ? `${url}&${added}` : url, options);
    headers = answer.headers;
    return answer;
  });
  const { data, total } = await provider.getList(path, params);
  const next = headers.get('x-next') ?? undefined;
  return { data, total, next, isMinimum: headers.has('x-total-is-minimum'), extra: extraOf(headers) };
}
