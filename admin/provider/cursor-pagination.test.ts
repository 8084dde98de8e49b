import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadPage, selectAllChoice, totalOf } from './cursor-pagination.ts';

/** Queries that the stubbed server has received. */
let queries: URLSearchParams[] = [];
let rows = 0;

/** Stub of a list endpoint with numbered rows (design 3). */
async function answer(url: string): Promise<Response> {
  const query = new URL(url, 'https://portal.example').searchParams;
  queries.push(query);
  const [first = 0, last = 0]: number[] = JSON.parse(query.get('range') ?? '[]');
  const after = query.get('after');
  const begin = after === null ? first : Number(after.slice('row '.length));
  if (after === null && last >= 10_000) return new Response('{"reason":"continue with after"}', { status: 400 });
  const end = Math.min(rows, begin + last - first + 1);
  const data = Array.from({ length: Math.max(0, end - begin) }, (_, index) => ({ id: begin + index }));
  const headers = new Headers({
    'Content-Range': `clients ${after ? '*' : `${begin}-${end}`}/${Math.min(rows, 10_000)}`,
  });
  if (end < rows) headers.set('X-Next', `row ${end}`);
  if (rows > 10_000) headers.set('X-Total-Is-Minimum', 'true');
  return new Response(JSON.stringify(data), { headers });
}

let lists = 0;
/** Returns a page loader for a new list, whose filter keeps it out of the cursor cache. */
function aList(length: number) {
  rows = length;
  lists += 1;
  const filter = { list: lists };
  return (page: number, perPage = 25) =>
    loadPage('clients', { pagination: { page, perPage }, sort: { field: 'name', order: 'ASC' }, filter });
}

beforeEach(() => {
  queries = [];
  vi.stubGlobal('fetch', (url: string) => answer(url));
});
afterEach(() => vi.unstubAllGlobals());

describe('list with more rows than the API counts', () => {
  it('continues from page to page with cursors', async () => {
    const page = aList(12_010);
    for (const number of [399, 400, 401, 402]) {
      const { data, total, pageInfo } = await page(number);
      expect([total, data[0]?.id, data.length]).toEqual([undefined, (number - 1) * 25, 25]);
      expect(pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true });
    }
    expect(queries.map((query) => query.get('after'))).toEqual([null, 'row 9975', 'row 10000', 'row 10025']);
  });

  it('ends at its last row', async () => {
    const page = aList(12_010);
    const { data, pageInfo } = await page(481);
    expect([data.map(({ id }) => id), pageInfo?.hasNextPage]).toEqual([
      Array.from({ length: 10 }, (_, index) => 12_000 + index),
      false,
    ]);
    expect(await page(482)).toMatchObject({ data: [], pageInfo: { hasNextPage: false } });
  });

  it.each([25, 30, 200])('opens a deep page of %i rows with few requests', async (perPage) => {
    const page = aList(15_000);
    const number = Math.floor(14_000 / perPage);
    const { data } = await page(number, perPage);
    expect(data[0]?.id).toBe((number - 1) * perPage);
    expect(queries.length).toBeLessThan(9);
  });

  it('reports the minimum number of rows', async () => {
    expect(totalOf(await aList(12_000)(1))).toBe(10_000);
    expect(totalOf(await aList(3_000)(1))).toBe(3_000);
  });
});

it.each([
  [{ total: 25 }, 25, undefined],
  [{ total: 1_200 }, 25, { label: 'Select all 1,200 that match', isTooWide: false }],
  [{ meta: { atLeast: 10_000 } }, 25, { label: 'More than 10,000 match', isTooWide: true }],
  [{}, 25, undefined],
])(
  'the choice to select everything of a list with %j is limited to what a bulk job can change',
  (list, shown, choice) => {
    expect(selectAllChoice(list, shown)).toEqual(choice);
  },
);
