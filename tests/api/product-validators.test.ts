import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, Product } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  other = await anAgency(api);
});
afterAll(() => api.close());

// Biome mistakes an object with this key for a promise.
const consequence = 'then';

const schema = { required: ['weeks'], properties: { weeks: { type: 'integer', title: 'Weeks' } } };

/** The URL of a product's validator that a reader of an order gets. */
async function addressIn(order: Order, person: SignedInUser): Promise<string> {
  const path = `/api/orders/${order.id}/products`;
  const [product] = await callExpecting<{ lineValidator: string }[]>(person.call, 200, { path });
  return product?.lineValidator ?? '';
}

const grant = (product: Product, id: string, rule: 'grant' | 'revoke') =>
  callExpecting(api.admin.call, 201, {
    method: 'POST',
    path: `/api/products/${product.id}/access_rules`,
    body: { refType: 'user', refId: id, rule },
  });

describe('the compiled validator of a product', () => {
  it('is a JavaScript module that browsers cache forever, since another schema has another URL', async () => {
    const product = await aProduct(api, { schema });
    const path = product.lineValidator ?? '';
    const { status, headers, body } = await agency.user.call({ path });
    expect({ status, type: headers.get('content-type'), cached: headers.get('cache-control') }).toEqual({
      status: 200,
      type: 'application/javascript; charset=utf-8',
      cached: 'private, max-age=31536000, immutable',
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).toContain('export default ');
    const changed = await callExpecting<Product>(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/products/${product.id}`,
      body: { schema: { ...schema, required: [] } },
    });
    expect(changed.lineValidator).not.toBe(path);
    expect(await agency.user.call({ path })).toMatchObject({ status: 404 });
  });

  it('changes when the schema of the parent product changes', async () => {
    const parent = await aProduct(api, { schema });
    const child = await aProduct(api, { parent: parent.id, schema: { properties: { code: { type: 'string' } } } });
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/products/${parent.id}`,
      body: { schema: {} },
    });
    const now = await callExpecting<Product>(api.admin.call, 200, { path: `/api/products/${child.id}` });
    expect(now.lineValidator).not.toBe(child.lineValidator);
    expect(await agency.user.call({ path: now.lineValidator ?? '' })).toMatchObject({ status: 200 });
  });

  it('contains no regular expression: patterns are matched in linear time', async () => {
    const product = await aProduct(api, { schema: { properties: { a: { type: 'string', pattern: '^(a+)+$' } } } });
    const { body } = await agency.user.call({ path: product.lineValidator ?? '' });
    expect(body).toContain('linearPattern');
    expect(body).not.toMatch(/new RegExp|new Function|eval\(/);
  });

  it('can be read by readers of the product and of an order with a line of it', async () => {
    const product = await aProduct(api, { schema, availability: 'CONTROLLED' });
    await grant(product, agency.user.user.id, 'grant');
    const order = await patchOrderOk(agency.user, await aDraft(agency), { products: [{ product: product.id }] });
    const path = await addressIn(order, agency.user);
    expect(path).toBe(product.lineValidator);
    expect(await agency.user.call({ path })).toMatchObject({ status: 200 });

    expect(await agency.moderator.call({ path })).toMatchObject({ status: 404 });
    const through = await addressIn(order, agency.moderator);
    expect(through).toBe(`${path}&order=${order.id}`);
    expect(await agency.moderator.call({ path: through })).toMatchObject({ status: 200 });

    for (const address of [path, through]) {
      expect(await other.user.call({ path: address })).toMatchObject({ status: 404 });
      expect(await api.call({ path: address })).toMatchObject({ status: 401 });
    }
  });

  it('cannot be read through an order without a line of the product', async () => {
    const product = await aProduct(api, { schema, availability: 'HIDDEN' });
    const order = await aDraft(agency);
    expect(await agency.user.call({ path: `${product.lineValidator}&order=${order.id}` })).toMatchObject({
      status: 404,
    });
  });

  it('is not found for a schema that would take too long to compile, which is still a valid schema', async () => {
    const allOf = Array.from({ length: 20 }, (_, index) => ({
      if: { properties: { [`k${index}`]: { const: 1 } } },
      [consequence]: { required: ['a'] },
      else: { required: ['b'] },
    }));
    const product = await aProduct(api, { schema: { allOf } });
    expect(await agency.user.call({ path: product.lineValidator ?? '' })).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_INOPERABLE' },
    });
  });
});
