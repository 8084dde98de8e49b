import type { Request } from 'autocannon';
import { type BenchmarkRow, benchmarkRows } from '../api/work.ts';
import type { OpenProduct } from './bench.ts';

/** Both products at work. */
interface Sizes {
  small: OpenProduct;
  large: OpenProduct;
}

/** The rows of the API benchmark: the large product takes the place of the product, the small one of its reference. */
export function growthRows({ small, large }: Sizes): BenchmarkRow[] {
  // The large database contains the orders of the small one, so the same ids serve both.
  const rowsOf = ({ product, material: { cookies } }: OpenProduct) => {
    const material = { ...small.material, cookies };
    const [, ...rows] = benchmarkRows(material, product.url);
    return [...listRows(material), ...rows];
  };
  const after = rowsOf(large);
  return rowsOf(small).map((row, index) => ({ ...row, reference: row.product, product: after[index]?.product ?? [] }));
}

/** Lists without a client and searches, which match more orders in the larger database. */
function listRows({ cookies, drafts }: OpenProduct['material']): BenchmarkRow[] {
  const row = (name: string, cookie: string, paths: string[]): BenchmarkRow => {
    const product: Request[] = paths.map((path) => ({ method: 'GET', path, headers: { cookie } }));
    return { name, least: 0, aim: 0, product, reference: [] };
  };
  const codes = drafts.slice(0, 100).map(({ refCode }) => `/api/orders?search=${refCode}`);
  return [
    row('newest 20 orders, with total, for an AGENCY_USER', cookies.user, ['/api/orders']),
    row('newest 20 orders, with total, for an ADMIN', cookies.administrator, ['/api/orders']),
    row('newest 20 pending orders, with total, for an AGENCY_USER', cookies.user, ['/api/orders?status=PENDING']),
    row('newest 20 pending orders, with total, for an ADMIN', cookies.administrator, ['/api/orders?status=PENDING']),
    row('search for an order by its reference code, AGENCY_USER', cookies.user, codes),
    row('search for an order by its reference code, ADMIN', cookies.administrator, codes),
    row('search for orders by a frequent word, AGENCY_USER', cookies.user, ['/api/orders?search=hiring']),
    row('search for orders by a frequent word, ADMIN', cookies.administrator, ['/api/orders?search=hiring']),
  ];
}
