import type { Request } from 'autocannon';
import { type BenchmarkRow, benchmarkRows } from '../api/work.ts';
import type { OpenProduct } from './bench.ts';

/** Rows by whether their requests match the same orders in both databases, or more in the larger one. */
export interface GrowthRows {
  same: BenchmarkRow[];
  more: BenchmarkRow[];
}

/** The row of the API benchmark whose total is larger in the larger database. */
const counts = 'counts of drafts and pending';

/** The rows to measure: the large product takes the place of the product, the small one that of its reference. */
export function growthRows({ small, large }: { small: OpenProduct; large: OpenProduct }): GrowthRows {
  const after = rowsOf(large, small);
  const rows = rowsOf(small, small).map((row, index) => ({
    ...row,
    ...{ reference: row.product, product: after[index]?.product ?? [] },
  }));
  return { same: rows.filter(({ isSame }) => isSame), more: rows.filter(({ isSame }) => !isSame) };
}

/** The rows of a product, with the ids of the small database: the large one contains the same orders. */
function rowsOf({ product, material: { cookies } }: OpenProduct, { material }: OpenProduct) {
  const [, ...rows] = benchmarkRows({ ...material, cookies }, product.url);
  return [...listRows({ ...material, cookies }), ...rows.map((row) => ({ ...row, isSame: row.name !== counts }))];
}

/** Lists and searches that the API benchmark does not have. */
function listRows({ cookies, clients, drafts }: OpenProduct['material']) {
  const row = (name: string, paths: string[], cookie: string, isSame: boolean) => ({
    ...{ name, least: 0, aim: 0, reference: [], isSame },
    product: paths.map((path): Request => ({ method: 'GET', path, headers: { cookie } })),
  });
  const forBoth = (name: string, paths: string[], isSame: boolean) => [
    row(`${name}, AGENCY_USER`, paths, cookies.user, isSame),
    row(`${name}, ADMIN`, paths, cookies.administrator, isSame),
  ];
  const codes = drafts.slice(0, 100).map(({ refCode }) => `/api/orders?search=${refCode}`);
  const inStatus = (status: string) => clients.map(({ id }) => `/api/orders?client=${id}&status=${status}&limit=1`);
  return [
    ...forBoth('newest 20 orders, with total', ['/api/orders'], true),
    ...forBoth('search for an order by its reference code', codes, true),
    ...forBoth("counts of a client's drafts and pending", [...inStatus('DRAFT'), ...inStatus('PENDING')], true),
    ...forBoth('newest 20 pending orders, with total', ['/api/orders?status=PENDING'], false),
    ...forBoth('search for orders by a frequent word', ['/api/orders?search=hiring'], false),
  ];
}
