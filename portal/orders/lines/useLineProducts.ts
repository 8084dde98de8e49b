import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { idOf } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Lines } from './mergeLines.ts';

/** The parts of a product that its lines need. */
export interface LineProduct {
  id: string;
  name: string;
  schema: JsonMap;
  /** The URL of the precompiled validator module for this schema. */
  lineValidator?: string;
  includedProducts: readonly { productId: string; name?: string; min: number }[];
}

export type LineProducts = ReadonlyMap<string, LineProduct>;

const idsOf = (lines: Lines) => [...new Set(lines.map(({ product }) => idOf(product)))].sort();

/** Query options of the products of an order's saved lines, including those that the person may not order. */
export const orderProducts = (id: string, saved: Lines) =>
  queryOptions({
    queryKey: ['orders', 'products', id, idsOf(saved)],
    queryFn: ({ signal }) => request<LineProduct[]>({ path: `orders/${id}/products`, signal }),
    enabled: saved.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });

/** Hook: the same, plus the products of unsaved lines, which the person may read because they chose them. */
export function useLineProducts(id: string, saved: Lines, lines: Lines): LineProducts {
  const { data: known = [] } = useQuery(orderProducts(id, saved));
  const savedIds = new Set(idsOf(saved));
  const unsaved = idsOf(lines).filter((each) => !savedIds.has(each));
  const { data: others = [] } = useQuery({
    queryKey: ['products', 'unsaved', unsaved],
    queryFn: ({ signal }) =>
      Promise.all(
        unsaved.map(async (each) => lineProduct(await request<Product>({ path: `products/${each}`, signal }))),
      ),
    enabled: unsaved.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });
  return new Map([...known, ...others].map((product) => [product.id, product]));
}

const lineProduct = ({
  id,
  name,
  schema,
  combinedSchema = schema,
  lineValidator,
  includedProducts,
}: Product): LineProduct => ({
  id,
  name,
  schema: combinedSchema,
  ...(lineValidator ? { lineValidator } : {}),
  includedProducts,
});
