import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { type Agency, aDraft, aForm, anAgency, aProduct } from './factories.ts';
import { type OrderResponse, patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, callExpecting, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  const fee = { type: 'number_input', meta: { key: 'fee', label: 'Fee' }, config: { money: 'counted' } };
  const form = await aForm(api, { widgets: [fee], tableColumns: [{ path: 'fee', defaultVisibility: true }] });
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
