import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const schema = {
  properties: {
    weeks: { type: 'integer', title: 'Weeks' },
    code: { type: 'string' },
    either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    rows: { type: 'array', items: { properties: { rate: { type: 'number' } } } },
  },
};

describe('the numbers in the data of an order line', () => {
  it('are parsed as in forms if the schema requires a number, and normalized values are reported', async () => {
    const product = await aProduct(api, { schema });
    const data = { weeks: '1,200', code: '1,200', either: '12', rows: [{ rate: '$2000' }, { rate: 'none' }] };
    const order = await aDraft(agency);
    const answer = await patchOrderOk(agency.user, order, {
      products: [{ product: product.id }, { product: product.id, data }],
    });
    expect(answer).toMatchObject({
      products: [
        { data: {} },
        { data: { weeks: 1200, code: '1,200', either: '12', rows: [{ rate: 2000 }, { rate: 'none' }] } },
      ],
      normalized: [
        { path: '/products/1/data/weeks', from: '1,200', to: 1200 },
        { path: '/products/1/data/rows/0/rate', from: '$2000', to: 2000 },
      ],
      problems: [{ path: '/products/1/data/rows/1/rate', value: 'none', message: 'Must be a number' }],
    });
  });

  it('are stored as typed in a DRAFT if they are invalid, and block the submission', async () => {
    const product = await aProduct(api, { schema });
    const line = { id: 'typedweeks000001', product: product.id };
    const order = await aDraft(agency, { products: [{ ...line, data: { weeks: 'abc' } }] });
    const problem = { path: '/products/0/data/weeks', value: 'abc', message: 'Must be a whole number' };
    expect(
      await patchOrderOk(agency.user, order, { products: [{ ...line, data: { weeks: 'abc' } }], autosave: true }),
    ).toMatchObject({
      products: [{ data: { weeks: 'abc' } }],
      problems: [problem],
    });
    expect(await patchOrder(agency.user, order, { status: 'PENDING' })).toMatchObject({
      status: 422,
      body: { code: 'GS_VALIDATION_REJECTED', details: { fields: [problem] } },
    });
    const mended = await patchOrderOk(agency.user, order, { products: [{ ...line, data: { weeks: ' 1,200 ' } }] });
    expect(mended).toMatchObject({ products: [{ data: { weeks: 1200 } }], problems: [] });
  });
});

describe('the data of an order line', () => {
  it.each(['{"__proto__":{"polluted":true}}', '{"a":[{"__proto__":{"polluted":true}}]}'])(
    'never contain a key that could pollute the prototype: %s',
    async (data) => {
      const [product, order] = [await aProduct(api), await aDraft(agency)];
      const body = `{"products":[{"product":"${product.id}","data":${data}}]}`;
      expect(await agency.user.call({ method: 'PATCH', path: `/api/orders/${order.id}`, body })).toMatchObject({
        status: 400,
        body: {
          code: 'REQUEST_SCHEMA_INVALID',
          details: { context: 'body', fields: [{ message: expect.any(String) }] },
        },
      });
      expect(await readOrder(agency.user, order)).toMatchObject({ products: [] });
      expect({}).not.toHaveProperty('polluted');
    },
  );

  it.each(['constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'may contain the key %s like any other key',
    async (key) => {
      const product = await aProduct(api, { schema: { properties: { [key]: { type: 'number', title: 'Named' } } } });
      const order = await aDraft(agency);
      const answer = await patchOrderOk(agency.user, order, {
        products: [{ product: product.id, data: { [key]: 'x' } }],
      });
      expect(answer.products[0]?.data).toEqual({ [key]: 'x' });
      expect(answer.problems).toMatchObject([{ path: `/products/0/data/${key}`, message: 'Must be a number' }]);
      const bare = await patchOrderOk(agency.user, await aDraft(agency), {
        products: [{ product: product.id, data: {} }],
      });
      expect(bare.problems).toEqual([]);
    },
  );

  it('reject operators, paths and unknown line properties', async () => {
    const [product, order] = [await aProduct(api), await aDraft(agency)];
    const errorAt = (path: string) => ({ status: 400, body: { details: { fields: [{ path }] } } });
    const withLine = (line: object) => patchOrder(agency.user, order, { products: [{ product: product.id, ...line }] });
    expect(await withLine({ data: { a: { $where: 1 } } })).toMatchObject(errorAt('/products/0/data/a/$where'));
    expect(await withLine({ data: { 'a.b': 1 } })).toMatchObject(errorAt('/products/0/data/a.b'));
    expect(await withLine({ data: [] })).toMatchObject(errorAt('/products/0/data'));
    expect(await withLine({ price: 1 })).toMatchObject(errorAt('/products/0/price'));
    expect(await patchOrder(agency.user, order, { 'products/0/data': {} })).toMatchObject(
      errorAt('/products~10~1data'),
    );
  });
});

it('rejects a form of another channel with its path, even if the user may read it', async () => {
  const other = await anAgency(api);
  const order = await aDraft(agency);
  const form = other.channel.orderFormId;
  const errors = [{ path: '/form', value: form, message: expect.any(String) }];
  const rejected = { status: 422, body: { code: 'DATABASE_VALIDATION_ERROR', details: { errors } } };
  const member = { user: agency.user.user.id };
  await callExpecting(api.admin.call, 201, {
    method: 'POST',
    path: `/api/entities/${other.entity.id}/members`,
    body: member,
  });
  expect(await agency.user.call({ path: `/api/forms/${form}` })).toMatchObject({ status: 200 });
  expect(await patchOrder(agency.user, order, { form })).toMatchObject(rejected);
  const body = { channelId: agency.channel.id, form };
  expect(await agency.user.call({ method: 'POST', path: '/api/orders', body })).toMatchObject(rejected);
});

it('products included by one line do not count for another line of the same product', async () => {
  const logo = await aProduct(api);
  const spot = await aProduct(api, { includedProducts: [{ productId: logo.id, min: 1 }] });
  const order = await patchOrderOk(agency.user, await aDraft(agency), {
    products: [{ product: spot.id }, { product: spot.id }],
  });
  const lacking = order.products.filter(({ linkedTo }) => linkedTo !== order.products[0]?.id);
  const products = lacking.map(({ key, ...line }) => line);
  expect(await patchOrder(agency.user, order, { products })).toMatchObject({
    status: 422,
    body: {
      details: { errors: [{ path: '/products/0', message: expect.stringContaining('includes at least 1 of') }] },
    },
  });
});

it('a new line that links to another new line counts as one of the products that the other includes', async () => {
  const [logo, text] = [await aProduct(api), await aProduct(api)];
  const spot = await aProduct(api, { includedProducts: [logo, text].map(({ id }) => ({ productId: id, min: 1 })) });
  const line = { id: 'newspot000000001', product: spot.id };
  const order = await patchOrderOk(agency.user, await aDraft(agency), {
    products: [line, { product: logo.id, linkedTo: line.id }],
  });
  expect(order.products.map(({ product, linkedTo }) => ({ product, linkedTo }))).toEqual([
    { product: spot.id },
    { product: text.id, linkedTo: line.id },
    { product: logo.id, linkedTo: line.id },
  ]);
});
