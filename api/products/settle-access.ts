import { type AccessKeys, accessKeysOf } from '#schemas/access/product-access.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Product } from '#schemas/generated/types.ts';
import { store } from '../store/store.ts';

const decisive = ['parent', 'availability', 'accessRules'] as const;

/**
 * Writes whom a product is open and closed to, and all below it, which are closed to whomever it is closed to (design 4). In
 * the transaction of the write that changes it; `before` is null for a new product.
 */
export async function settleAccess(product: Product, before: Product | null): Promise<void> {
  if (before && decisive.every((field) => isEqual(product[field], before[field]))) return;
  // Held: a change of the one above writes to it too.
  const above = product.parent === null ? null : await store('Product').hold(product.parent);
  const settled = new Map<string, { keys: AccessKeys; ids: string[] }>();
  const closedBelow = new Map<string, AccessKeys['closedTo']>();
  let level = [{ product, closed: above?.closedTo ?? [] }];
  while (level.length > 0) {
    for (const { product: each, closed } of level) {
      const keys = accessKeysOf(each, closed);
      const text = JSON.stringify(keys);
      const alike = settled.get(text) ?? { keys, ids: [] };
      alike.ids.push(each.id);
      settled.set(text, alike);
      closedBelow.set(each.id, keys.closedTo);
    }
    const filter = { parent: { $in: level.map((each) => each.product.id) } };
    const children = await store('Product').find({ filter, only: [...decisive] });
    const others = children.filter(({ id }) => !closedBelow.has(id));
    level = others.map((each) => ({ product: each, closed: closedBelow.get(each.parent ?? '') ?? [] }));
  }
  for (const { keys, ids } of settled.values()) await store('Product').rewrite({ _id: { $in: ids } }, { $set: keys });
}
