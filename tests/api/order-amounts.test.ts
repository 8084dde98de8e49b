import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Form, Order } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct } from './factories.ts';
import { type OrderResponse, patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let form: Form;
beforeAll(async () => {
  api = await startApi();
  const fee = { type: 'number_input', meta: { key: 'fee', label: 'Fee' }, config: { money: 'counted' } };
  form = await aForm(api, { widgets: [fee], tableColumns: [{ path: 'fee', defaultVisibility: true }] });
  agency = await anAgency(api, { form });
});
afterAll(() => api.close());

const schema = {
  properties: {
    months: { type: 'integer', default: 2 },
    price: { type: 'number', default: 9.95, 'x-money': 'USD', 'x-counted': ['months'] },
  },
};

it('an order has the total amount of its form and lines, updated by every change', async () => {
  const product = await aProduct(api, { schema });
  const draft = await aDraft(agency, {
    formData: { fee: 100 },
    products: [{ product: product.id }] as Order['products'],
  });
  expect(draft.amount).toBe(119.9);
  const [line] = draft.products;
  const dearer = await patchOrderOk(agency.user, draft, { products: [{ ...line, data: { months: 3, price: 10 } }] });
  expect(dearer.amount).toBe(130);
  const sent = await patchOrderOk(agency.user, dearer, { formData: { fee: 0.5 }, status: 'PENDING' });
  expect(sent.amount).toBe(30.5);
  const back = await patchOrderOk(agency.moderator, sent, { status: 'DRAFT', reason: 'The fee' });
  expect(back.amount).toBe(30.5);
  expect(await patchOrderOk(agency.user, back, { products: [] })).toMatchObject({ amount: 0.5, problems: [] });
  const restore = { method: 'POST', path: `/api/orders/${draft.id}/versions/${draft.revision}/restore` } as const;
  expect(await callExpecting<OrderResponse>(agency.user.call, 200, restore)).toMatchObject({ amount: 119.9 });
  expect((await readOrder(agency.user, draft)).amount).toBe(119.9);
});

it('a rejected change also restores the amount', async () => {
  const sent = await patchOrderOk(agency.user, await aDraft(agency, { formData: { fee: 1 } }), { status: 'PENDING' });
  const complete = await patchOrderOk(agency.moderator, sent, { status: 'COMPLETE' });
  const change = { status: 'PENDING', changeNotes: 'More', formData: { fee: 7 } };
  expect((await patchOrderOk(agency.user, complete, change)).amount).toBe(7);
  expect((await patchOrderOk(agency.moderator, complete, { status: 'DRAFT', reason: 'No' })).amount).toBe(1);
});

it('lists contain the amount, which clients cannot set; it is empty if no field is money', async () => {
  const other = await anAgency(api, { form: await aForm(api, { widgets: [] }) });
  expect((await aDraft(other)).amount).toBeNull();
  const order = await aDraft(agency, { formData: { fee: 5_000 } });
  expect(await agency.user.call({ path: '/api/orders?limit=1' })).toMatchObject({
    body: { results: [{ id: order.id, amount: 5000 }] },
  });
  expect(await patchOrder(agency.user, order, { amount: 1 })).toMatchObject({ status: 400 });
});

it.each([
  [{ 'x-money': 'EUR' }, '/x-money', 'Only USD is supported'],
  [{ 'x-counted': 'months' }, '/x-counted', 'Must be true, or a list of factors: keys and numbers'],
])('rejects a product whose schema says %j', async (words, path, message) => {
  const product = { key: 'odd_money', name: 'Odd', schema: { properties: { price: { type: 'number', ...words } } } };
  expect(await api.admin.call({ method: 'POST', path: '/api/products', body: product })).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: `/schema/properties/price${path}`, message }] } },
  });
});

it('lists add up the amounts of all matches exactly, for what the caller may read', async () => {
  const [one, other] = [await anAgency(api, { form }), await anAgency(api, { form })];
  for (const fee of [0.1, 0.2, 0.7, null]) await aDraft(one, { formData: { fee } });
  await aDraft(other, { formData: { fee: 1_000 } });
  const page = (query: string, person = one.user) =>
    callExpecting<{ pagination: { total: number; sums?: object } }>(person.call, 200, { path: `/api/orders?${query}` });
  expect((await page('sum=amount&limit=1')).pagination).toMatchObject({ total: 4, sums: { amount: 1 } });
  expect((await page('sum=amount&amount.from=0.2')).pagination.sums).toEqual({ amount: 0.9 });
  expect((await page('sum=amount&search=nothing')).pagination.sums).toEqual({ amount: 0 });
  expect((await page('')).pagination).not.toHaveProperty('sums');
  const { headers } = await one.user.call({ path: '/api/orders?range=[0,0]&sum=amount' });
  expect(headers.get('x-sums')).toBe('{"amount":1}');
  expect(await one.user.call({ path: '/api/orders?sum=refCode' })).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: '/sum', message: 'Must be one of: amount' }] } },
  });
});

it('a search for an amount finds the orders with it, however it is written', async () => {
  const [one, other] = [await anAgency(api, { form }), await anAgency(api, { form })];
  const [large] = [await aDraft(one, { formData: { fee: 10_984.5 } }), await aDraft(one, { formData: { fee: 10 } })];
  await aDraft(other, { formData: { fee: 10_984.5 } });
  for (const search of ['10,984', '$10,984.50', '10984', '10,984.50']) {
    const path = `/api/orders?search=${encodeURIComponent(search)}`;
    const { results } = await callExpecting<{ results: Order[] }>(one.user.call, 200, { path });
    expect(results.map(({ id }) => id)).toEqual([large.id]);
  }
});
