import type { Product } from '#schemas/generated/types.ts';

export type ProductGroup = { group: string; items: Product[] };

/** Products by their group, in the order they come; only those whose name, key or group holds the text. */
export function groupProducts(products: readonly Product[], text: string): ProductGroup[] {
  const sought = text.trim().toLowerCase();
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const group = product.group || 'Other';
    const isFound = [product.name, product.key, group].some((each) => each.toLowerCase().includes(sought));
    if (isFound) groups.set(group, [...(groups.get(group) ?? []), product]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}
