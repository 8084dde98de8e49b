import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sumsOf } from './cursor-pagination.ts';
import { dataProvider } from './data.ts';
import { refusedFilters } from './http.ts';

/** Queries that the stubbed server has received. */
let queries: URLSearchParams[] = [];
let respond: (query: URLSearchParams) => Response;

const rows = [{ id: 'a', revision: 1 }];
const accept = (headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(rows), { headers: { 'Content-Range': 'orders 0-0/1', ...headers } });
const refuse = (...paths: string[]) =>
  new Response(
    JSON.stringify({ details: { fields: paths.map((path) => ({ path, message: `${path} is limited` })) } }),
    {
      status: 400,
    },
  );

beforeEach(() => {
  queries = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'https://portal.example').searchParams;
    queries.push(query);
    return respond(query);
  });
});
afterEach(() => vi.unstubAllGlobals());

const byAmount = { field: 'amount', order: 'ASC' } as const;
const listOrders = (meta: object = {}, filter = {}) =>
  dataProvider.getList('orders', { sort: byAmount, filter, pagination: { page: 1, perPage: 25 }, meta });

describe('list request', () => {
  it('asks for columns, references and sums by name, and only for those that are named', async () => {
    respond = () => accept();
    await listOrders({ columns: ['campaign', 'client'], populate: ['client'], sum: ['amount'] });
    await listOrders({ columns: [], populate: [] });
    expect(queries.map((query) => ['columns', 'populate', 'sum'].map((key) => query.get(key)))).toEqual([
      ['campaign,client', 'client', 'amount'],
      [null, null, null],
    ]);
  });

  it('has the time zone of the reader if the filters are about days', async () => {
    respond = () => accept();
    const filters = [
      {},
      { q: 'bread', status: 'DRAFT' },
      { submissionDate: 'today' },
      { updatedAt: { from: '2026-11-27' } },
    ];
    for (const filter of filters) await listOrders({}, filter);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(queries.map((query) => query.get('filterTimeZone'))).toEqual([null, null, timeZone, timeZone]);
  });

  it('returns the sums and the suggestion of the headers', async () => {
    respond = () => accept({ 'X-Sums': '{"amount":12345.5}', 'X-Suggestion': 'caf%C3%A9%20heller' });
    const { meta } = await listOrders({ sum: ['amount'] });
    expect(sumsOf(meta)).toEqual({ amount: 12_345.5 });
    expect(meta).toMatchObject({ suggestion: 'café heller' });
  });

  it('falls back to the default sort when the API refuses the requested one, and reports it', async () => {
    respond = (query) => (query.get('sort') === '["amount","ASC"]' ? refuse('/sort') : accept());
    expect(await listOrders()).toMatchObject({ data: rows, total: 1, meta: { refusedSort: 'amount' } });
    expect(queries.map((query) => query.get('sort'))).toEqual(['["amount","ASC"]', '["updatedAt","DESC"]']);
    respond = () => accept();
    expect((await listOrders()).meta).not.toHaveProperty('refusedSort');
  });

  it('reports a refused filter by its field, without a second attempt', async () => {
    respond = () => refuse('/filter/campaign/contains', '/filter/q');
    const error: unknown = await listOrders({}, { campaign: { contains: 'a' } }).catch((reason: unknown) => reason);
    expect([...refusedFilters(error).keys()]).toEqual(['campaign', 'q']);
    expect(refusedFilters(error).get('campaign')?.message).toContain('is limited');
    expect(queries).toHaveLength(1);
    expect(refusedFilters(new Error('offline')).size).toBe(0);
  });
});
