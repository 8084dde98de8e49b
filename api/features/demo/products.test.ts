import { describe, expect, it } from 'vitest';
import { decideAccess } from '#schemas/access/product-access.ts';
import { applyLineDefaults, combinedSchemaOf, validateLineData } from '../products/line-schema.ts';
import { demoEntities } from './agency/entities.ts';
import { demoProducts } from './agency/products.ts';

const products = demoProducts(new Date('2026-01-01T00:00:00Z'));
const byId = new Map(products.map((product) => [product.id, product]));
const keyed = products.map((product): [string, typeof product] => [product.key, product]);

/** Keys of the products that a user in the entity of this slug may order. */
function orderable(slug: string): string[] {
  const entity = demoEntities().find((each) => each.slug === slug);
  const ids = decideAccess(products, { user: 'f'.repeat(24), entities: entity?.treeScope ?? [] });
  return ids.map((id) => byId.get(id)?.key ?? id);
}

describe('the demo products', () => {
  it('has twelve products in four groups', () => {
    expect(products).toHaveLength(12);
    expect(new Set(products.map(({ group }) => group)).size).toBe(4);
  });

  it.each(keyed)('%s has defaults that fit its schema', (_, product) => {
    const schema = combinedSchemaOf(product, byId);
    const data = applyLineDefaults(schema, {});
    expect(validateLineData(schema, data)).toEqual([]);
    expect(Object.keys(data).length).toBeGreaterThan(1);
  });

  it.each(keyed)('%s rejects a line without data', (_, product) => {
    expect(validateLineData(combinedSchemaOf(product, byId), {})).not.toEqual([]);
  });

  it("has children that inherit the parent's limits and add their own", () => {
    const children = products.filter(({ parent }) => parent !== null);
    expect(children.map(({ key }) => key)).toEqual(['drive_time_spots', 'weekend_spots']);
    for (const child of children) {
      const schema = combinedSchemaOf(child, byId);
      const data = applyLineDefaults(schema, {});
      expect(validateLineData(schema, { ...data, weeks: 53 }).map(({ path }) => path)).toEqual(['/weeks']);
    }
  });

  it('includes only existing products', () => {
    const including = products.filter(({ includedProducts }) => includedProducts.length > 0);
    expect(including.map(({ key }) => key)).toEqual(['show_sponsorship', 'website_build']);
    for (const { includedProducts } of including) {
      for (const { productId } of includedProducts) expect(byId.has(productId)).toBe(true);
    }
  });

  it('grants the controlled product to Harborlight except its Chicago branch', () => {
    expect(orderable('harborlight-boston')).toContain('display_ads');
    expect(orderable('harborlight-chicago')).not.toContain('display_ads');
    expect(orderable('copperfield-austin')).not.toContain('display_ads');
  });

  it('offers the hidden product to nobody', () => {
    for (const { slug } of demoEntities()) expect(orderable(slug)).not.toContain('custom_jingle');
  });
});
