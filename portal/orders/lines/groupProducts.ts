import type { Product } from '#schemas/generated/types.ts';

export type ProductGroup = { group: string; items: Product[] };

/** Groups products, keeping their order. Only those whose name, key, group or description contains the text. */
export function groupProducts(products: readonly Product[], text: string): ProductGroup[] {
  const needle = text.trim().toLowerCase();
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const group = product.group || 'Other';
    const isFound = [product.name, product.key, group, product.description ?? ''].some((each) =>
      each.toLowerCase().includes(needle),
    );
    if (isFound) groups.set(group, [...(groups.get(group) ?? []), product]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}

/**
 * Describes what a product includes: '1 × Hosting, 2 × Page copy'. Products that the person may not read are only
 * counted.
 */
export function includedText(
  { includedProducts }: Pick<Product, 'includedProducts'>,
  products: readonly Product[],
): string {
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const counted = includedProducts.filter(({ min }) => min > 0);
  const readable = counted.filter(({ productId }) => names.has(productId));
  const unnamed = counted.length - readable.length;
  const texts = readable.map(({ productId, min }) => `${min} × ${names.get(productId)}`);
  const more = texts.length > 0 ? `${unnamed} more` : unnamed === 1 ? '1 other product' : `${unnamed} other products`;
  return [...texts, ...(unnamed > 0 ? [more] : [])].join(', ');
}
