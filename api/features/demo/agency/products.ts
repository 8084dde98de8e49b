import type { Product } from '#schemas/generated/types.ts';
import written from './products.json' with { type: 'json' };
import { demoId } from './seeded.ts';

export type DemoProduct = Omit<
  Product,
  'revision' | 'createdAt' | 'updatedAt' | 'combinedSchema' | 'openTo' | 'closedTo'
>;

/** A product in products.json; refers to other products by key and to entities by slug. */
interface WrittenProduct extends Pick<Product, 'key' | 'name' | 'group' | 'description' | 'schema'> {
  parent?: string;
  internalDescription?: string;
  availability?: string;
  accessRules?: { entity: string; rule: string; priority: number }[];
  includedProducts?: { product: string; min: number }[];
}

/** Returns the demo products, parents before children. */
export function demoProducts(at: Date): DemoProduct[] {
  const list: WrittenProduct[] = written;
  return list.map(({ parent, availability, accessRules = [], includedProducts = [], ...product }) => ({
    ...product,
    id: productId(product.key),
    parent: parent ? productId(parent) : null,
    availability: availabilities.find((each) => each === availability) ?? 'GENERAL',
    accessRules: accessRules.map((rule) => ruleOf({ ...rule, product: product.key, at })),
    includedProducts: includedProducts.map((each) => ({ productId: productId(each.product), min: each.min })),
  }));
}

const productId = (key: string) => demoId('product', key);
const availabilities: Product['availability'][] = ['GENERAL', 'CONTROLLED', 'HIDDEN'];

function ruleOf(from: {
  product: string;
  entity: string;
  rule: string;
  priority: number;
  at: Date;
}): Product['accessRules'][number] {
  const at = from.at.toISOString();
  return {
    id: demoId('access-rule', `${from.product}/${from.entity}`),
    revision: 1,
    refType: 'entity',
    refId: demoId('entity', from.entity),
    rule: from.rule === 'revoke' ? 'revoke' : 'grant',
    priority: from.priority,
    createdAt: at,
    updatedAt: at,
  };
}
