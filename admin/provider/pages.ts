import simpleRestProvider from 'ra-data-simple-rest';
import type { GetListParams, GetListResult } from 'react-admin';
import { isRecord } from '#schemas/forms/is-record.ts';
import { request } from './http.ts';

/** Rows that pages by number reach, and rows of one page (design 3). */
const deepest = 10_000;
const most = 1_000;
/** Lists whose cursors are kept: of the one that was looked at longest ago they are forgotten. */
const mostLists = 20;

type Asked = Pick<GetListParams, 'sort' | 'filter' | 'signal'>;
type Pages = Pick<GetListResult, 'data' | 'total' | 'pageInfo' | 'meta'>;

/** Behind which row a list goes on by which cursor, as its pages have told. */
const lists = new Map<string, Map<number, string>>();

/**
 * One page of a list in react-admin's own dialect: by the cursor of the page before wherever that is known, which costs the same in
 * any depth and neither repeats nor leaves out rows when others come or go; else by its number. Of a list that is longer than is counted
 * there is no `total`: react-admin then asks for the next page as long as there is one, in infinite lists too.
 */
export async function pageOf(
  path: string,
  { pagination = { page: 1, perPage: 25 }, ...asked }: Asked & Pick<GetListParams, 'pagination'>,
  populate: string[] = [],
): Promise<Pages> {
  const { page, perPage } = pagination;
  const first = (page - 1) * perPage;
  const cursors = cursorsOf(path, asked);
  if (first + perPage > deepest && !cursors.has(first)) await goTo(first, { path, asked, cursors });
  const after = cursors.get(first);
  if (first + perPage > deepest && !after) return { data: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } };
  const more = { ...(populate.length > 0 ? { populate: populate.join(',') } : {}), ...(after ? { after } : {}) };
  const { data, total = 0, next, isMinimum } = await rowsOf(path, { ...asked, pagination }, more);
  if (next) cursors.set(first + data.length, next);
  if (!isMinimum) return { data, total };
  const pageInfo = { hasNextPage: next !== undefined, hasPreviousPage: page > 1 };
  return { data, pageInfo, meta: { atLeast: total } };
}

/** How many rows a list has, as far as they are counted. */
export function countOf({ total, meta }: { total?: number | undefined; meta?: unknown }): number | undefined {
  return total ?? (isRecord(meta) && typeof meta.atLeast === 'number' ? meta.atLeast : undefined);
}

function cursorsOf(path: string, { sort, filter }: Asked): Map<number, string> {
  const list = JSON.stringify([path, sort, filter]);
  const cursors = lists.get(list) ?? new Map<number, string>();
  lists.delete(list);
  lists.set(list, cursors);
  const [oldest] = lists.keys();
  if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
  return cursors;
}

interface Way {
  path: string;
  asked: Asked;
  cursors: Map<number, string>;
}

/** Finds the cursor behind a row that no page of this session has reached, as when the address of a deep page is opened. */
async function goTo(row: number, { path, asked, cursors }: Way): Promise<void> {
  let at = Math.max(0, ...[...cursors.keys()].filter((each) => each <= row));
  while (at < row) {
    const after = cursors.get(at);
    // Without any, what pages by number reach is gone over in one.
    const [page, perPage] = after ? [1, Math.min(most, row - at)] : lastPageUpTo(Math.min(row, deepest));
    const more = { columns: 'id', ...(after ? { after } : {}) };
    const { data, next } = await rowsOf(path, { ...asked, pagination: { page, perPage } }, more);
    if (!next) return;
    at = after ? at + data.length : page * perPage;
    cursors.set(at, next);
  }
}

/** The number of the largest page that ends at a row, and its length. */
function lastPageUpTo(row: number): [number, number] {
  let perPage = Math.min(row, most);
  while (row % perPage !== 0) perPage -= 1;
  return [row / perPage, perPage];
}

/** What one request of the unmodified provider answers, and what its headers say beside that. */
async function rowsOf(
  path: string,
  params: Asked & Required<Pick<GetListParams, 'pagination'>>,
  more: Record<string, string>,
) {
  let headers = new Headers();
  const provider = simpleRestProvider('/api', async (url, options) => {
    const added = new URLSearchParams(more).toString();
    const answer = await request(added ? `${url}&${added}` : url, options);
    headers = answer.headers;
    return answer;
  });
  const { data, total } = await provider.getList(path, params);
  return { data, total, next: headers.get('x-next') ?? undefined, isMinimum: headers.has('x-total-is-minimum') };
}
