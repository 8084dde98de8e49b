import type { Order, Product } from '#schemas/generated/types.ts';
import { idOf, type Reference, type SavedOrder, type ShownOrder } from '../api/queries.ts';

type Known = { client: ShownOrder['client']; user: ShownOrder['user']; products: readonly Reference<Product>[] };

/** Converts the response of a save for display: replaces ids with records that are already known. */
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

/** Converts lines to the request format: references as ids, without the fields that the server sets. */
export function lineInputs(lines: ShownOrder['products']): Omit<Order['products'][number], 'key'>[] {
  return lines.map(({ key: _, product, ...line }) => ({ ...line, product: idOf(product) }));
}
