import type { Order, Product } from '#schemas/generated/types.ts';
import { idOf, type PopulatedOrder, type Reference, type SaveResponse } from '../../api/queries.ts';

type Known = {
  client: PopulatedOrder['client'];
  user: PopulatedOrder['user'];
  products: readonly Reference<Product>[];
};

/** Converts the response of a save for display: replaces ids with records that are already known. */
export function populateSaved(saved: SaveResponse, known: Known): PopulatedOrder {
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
export function linesForRequest(lines: PopulatedOrder['products']): Omit<Order['products'][number], 'key'>[] {
  return lines.map(({ key: _, product, ...line }) => ({ ...line, product: idOf(product) }));
}
