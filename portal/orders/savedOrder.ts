import type { Order, Product } from '#schemas/generated/types.ts';
import { idOf, type Reference, type SavedOrder, type ShownOrder } from '../api/queries.ts';

type Known = { client: ShownOrder['client']; user: ShownOrder['user']; products: readonly Reference<Product>[] };

/** What a save answers, with the records that are known already in the place of its ids. */
export function shownFrom(saved: SavedOrder, known: Known): ShownOrder {
  const { normalized: _, ...order } = saved;
  const products = new Map(known.products.map((product) => [idOf(product), product]));
  return {
    ...order,
    client: known.client !== null && saved.client === idOf(known.client) ? known.client : saved.client,
    user: idOf(known.user) === saved.user ? known.user : saved.user,
    products: saved.products.map((line) => ({ ...line, product: products.get(line.product) ?? line.product })),
  };
}

/** The lines as a save sends them: with ids, without what the server writes. */
export function lineInputs(lines: ShownOrder['products']): Omit<Order['products'][number], 'key'>[] {
  return lines.map(({ key: _, product, ...line }) => ({ ...line, product: idOf(product) }));
}
