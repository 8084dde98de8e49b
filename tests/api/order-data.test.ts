import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, aProduct } from './factories.ts';
import { orderFactories, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const personBy = { user: () => agency.user, moderator: () => agency.moderator };

describe('a PATCH of the data of an order', () => {
  const body = { formData: { headline: 'Changed' } };

  it.each([
    { status: 'DRAFT', by: 'user', answer: 200 },
    { status: 'PENDING', by: 'user', answer: 403 },
    { status: 'PENDING', by: 'moderator', answer: 200 },
    { status: 'COMPLETE', by: 'moderator', answer: 400 },
    { status: 'CANCELED', by: 'moderator', answer: 400 },
  ] as const)('in status $status by the $by is answered with $answer', async ({ status, by, answer }) => {
    const order = await orderFactories(agency)[status]();
    expect((await patchOrder(personBy[by](), order, body)).status).toBe(answer);
    const { formData } = await readOrder(api.admin, order);
    expect(formData).toMatchObject({ headline: answer === 200 ? 'Changed' : 'Fresh bread' });
  });

  it('stores an invalid number as typed in a DRAFT, and it blocks the submission', async () => {
    const amount = { type: 'number_input', meta: { key: 'amount', label: 'Amount' }, config: { maxValue: 250_000 } };
    const table = {
      type: 'table',
      meta: { key: 'rows', label: 'Rows' },
      config: { elements: { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget: amount }] }] } } },
    };
    const ours = await anAgency(api, { form: await aForm(api, { widgets: [amount, table] }) });
    const order = await aDraft(ours, { client: ours.client.id });
    const typed = {
      amount: 'abc',
      rows: [
        { _id: 'a', amount: '1,200' },
        { _id: 'b', amount: '12 dollars' },
      ],
    };
    const normalized = {
      amount: 'abc',
      rows: [
        { _id: 'a', amount: 1200 },
        { _id: 'b', amount: '12 dollars' },
      ],
    };
    const problems = [
      { path: '/formData/amount', value: 'abc', message: 'Must be a number' },
      { path: '/formData/rows/1/amount', value: '12 dollars', message: 'Must be a number' },
    ];
    expect(await patchOrderOk(ours.user, order, { formData: typed, autosave: true })).toMatchObject({
      formData: normalized,
      problems,
    });
    expect(await patchOrderOk(ours.user, order, { formData: normalized })).toMatchObject({
      formData: normalized,
      problems,
      normalized: [],
    });
    expect(await readOrder(ours.user, order)).toMatchObject({ formData: normalized, problems });
    const sent = await patchOrder(ours.user, order, { status: 'PENDING' });
    expect(sent).toMatchObject({ status: 422, body: { details: { fields: problems } } });
    const limited = await patchOrderOk(ours.user, order, { formData: { amount: '$9,999,999', rows: [] } });
    expect(limited).toMatchObject({
      formData: { amount: 250_000 },
      normalized: [{ path: '/formData/amount', from: '$9,999,999', to: 250_000 }],
    });
  });

  it('normalizes the data, and reports the changes', async () => {
    const amount = { type: 'number_input', meta: { key: 'amount', label: 'Amount' }, config: { maxValue: 10 } };
    const ours = await anAgency(api, { form: await aForm(api, { widgets: [amount] }) });
    const order = await aDraft(ours, { formData: { amount: 3 } });
    const answer = await patchOrderOk(ours.user, order, { formData: { amount: '12' } });
    expect(answer).toMatchObject({
      formData: { amount: 10 },
      normalized: [{ path: '/formData/amount', from: '12', to: 10 }],
    });
  });

  it.each(['"__proto__":{"polluted":true}', '"constructor":{"prototype":{"polluted":true}}'])(
    'never stores a key that could pollute the prototype: %s',
    async (key) => {
      const order = await aDraft(agency);
      const body = `{"formData":{"headline":"x",${key}}}`;
      const answer = await agency.user.call({ method: 'PATCH', path: `/api/orders/${order.id}`, body });
      expect(answer.status).toBe(400);
      expect({}).not.toHaveProperty('polluted');
    },
  );
});

describe('the versions of an order', () => {
  it('reconstruct each earlier state, newest first', async () => {
    const order = await aDraft(agency);
    await patchOrderOk(agency.user, order, { formData: { headline: 'Second' } });
    await patchOrderOk(agency.user, order, { status: 'PENDING' });
    const { results, pagination } = await versionsOf(api, order);
    expect(pagination.total).toBe(2);
    expect(results).toMatchObject([
      { extra: { user: agency.user.user.id, from: 'DRAFT', to: 'PENDING' } },
      { patch: [{ op: 'replace', path: '/formData/headline', value: 'Fresh bread' }] },
    ]);
  });

  it('are not created by a save that changes nothing', async () => {
    const order = await aDraft(agency);
    const same = await patchOrderOk(agency.user, order, { formData: order.formData });
    expect(same.revision).toBe(1);
    expect((await versionsOf(api, order)).results).toEqual([]);
  });

  it('combine consecutive autosaves of one person', async () => {
    const order = await aDraft(agency);
    for (const headline of ['A', 'Ab', 'Abc'])
      await patchOrderOk(agency.user, order, { formData: { headline }, autosave: true });
    const { results } = await versionsOf(api, order);
    expect(results).toHaveLength(1);
    await patchOrderOk(agency.user, order, { formData: { headline: 'Abcd' } });
    expect((await versionsOf(api, order)).results).toHaveLength(2);
  });

  it('separate a manual save of autosaved data, and the next autosave starts another version', async () => {
    const order = await aDraft(agency);
    const autosaved = { formData: { headline: 'Typed' }, autosave: true };
    await patchOrderOk(agency.user, order, autosaved);
    const pressed = await patchOrderOk(agency.user, order, { formData: autosaved.formData });
    expect(pressed.revision).toBe(3);
    const [version, ...others] = (await versionsOf(api, order)).results;
    expect(version).toMatchObject({ autosave: false, extra: { user: agency.user.user.id } });
    expect(others).toEqual([]);
    // Neither another manual save nor another autosave of the same data creates a version.
    expect((await patchOrderOk(agency.user, order, { formData: autosaved.formData })).revision).toBe(3);
    expect((await patchOrderOk(agency.user, order, autosaved)).revision).toBe(3);
    await patchOrderOk(agency.user, order, { formData: { headline: 'Typed on' }, autosave: true });
    const { results } = await versionsOf(api, order);
    expect(results).toMatchObject([{ autosave: true }, { id: version?.id, autosave: false }]);
  });

  it('keep combining the autosaves of one person after another person saved no change', async () => {
    const order = await aDraft(agency);
    await patchOrderOk(agency.user, order, { formData: { headline: 'Typed' }, autosave: true });
    expect((await patchOrderOk(agency.moderator, order, { formData: { headline: 'Typed' } })).revision).toBe(2);
    expect((await versionsOf(api, order)).results).toMatchObject([{ autosave: true }]);
  });

  it('reject a manual save with a stale revision even if it changes nothing', async () => {
    const order = await aDraft(agency);
    await patchOrderOk(agency.user, order, { formData: { headline: 'Typed' }, autosave: true });
    const answer = await patchOrder(agency.user, order, { formData: { headline: 'Typed' } }, { 'if-match': '"1"' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'RESOURCE_CONFLICT' } });
    expect((await versionsOf(api, order)).results).toMatchObject([{ autosave: true }]);
  });

  it('store the reason that was given', async () => {
    const order = await orderFactories(agency).PENDING();
    await patchOrderOk(agency.moderator, order, { status: 'DRAFT', reason: 'The logo is missing' });
    expect((await versionsOf(api, order)).results[0]).toMatchObject({ extra: { reason: 'The logo is missing' } });
  });

  it('are not found for users who may not read the order', async () => {
    const order = await aDraft(agency);
    const outsider = (await anAgency(api)).user;
    expect((await outsider.call({ path: `/api/orders/${order.id}/versions` })).status).toBe(404);
  });
});

/** The writable properties of a line: its key is set by the product. */
function settable(line: Order['products'][number] | undefined): object {
  const { key, ...rest } = line ?? {};
  return rest;
}

describe('the lines of an order', () => {
  const schema = {
    type: 'object',
    properties: { months: { type: 'integer', minimum: 1, default: 3 } },
    required: ['months'],
  };

  it('start with the defaults of their product, and add the included products', async () => {
    const logo = await aProduct(api);
    const spot = await aProduct(api, { schema, includedProducts: [{ productId: logo.id, min: 2 }] });
    const order = await patchOrderOk(agency.user, await aDraft(agency), { products: [{ product: spot.id }] });
    const [line, ...included] = order.products;
    expect(line).toMatchObject({ product: spot.id, key: spot.key, data: { months: 3 } });
    expect(included).toMatchObject([
      { product: logo.id, linkedTo: line?.id },
      { product: logo.id, linkedTo: line?.id },
    ]);
  });

  it('are deleted together with the line that added them', async () => {
    const logo = await aProduct(api);
    const spot = await aProduct(api, { includedProducts: [{ productId: logo.id, min: 1 }] });
    const order = await patchOrderOk(agency.user, await aDraft(agency), { products: [{ product: spot.id }] });
    const [line, ...included] = order.products;
    const less = await patchOrder(agency.user, order, { products: [settable(line)] });
    expect(less).toMatchObject({ status: 422, body: { code: 'DATABASE_VALIDATION_ERROR' } });
    expect(await patchOrderOk(agency.user, order, { products: included.map(settable) })).toMatchObject({
      products: [],
    });
  });

  it('block the submission if their data do not match the product', async () => {
    const spot = await aProduct(api, { schema });
    const products = [{ product: spot.id, data: { months: 0 } }];
    const order = await patchOrderOk(agency.user, await aDraft(agency), { products });
    expect(order.problems).toMatchObject([{ path: '/products/0/data/months' }]);
    expect((await patchOrder(agency.user, order, { status: 'PENDING' })).status).toBe(422);
  });

  it('are filled in and read by the schemas of their products and all ancestors, even if those can no longer be ordered', async () => {
    const logo = await aProduct(api, { name: 'Logo', availability: 'HIDDEN', schema });
    const grandparent = await aProduct(api, { schema: { properties: { code: { type: 'string' } } } });
    const parent = await aProduct(api, {
      parent: grandparent.id,
      schema: { properties: { rate: { type: 'number' } } },
    });
    const spot = await aProduct(api, {
      parent: parent.id,
      schema,
      includedProducts: [{ productId: logo.id, min: 1 }],
      internalDescription: 'Not for agencies',
    });
    const order = await patchOrderOk(agency.user, await aDraft(agency), { products: [{ product: spot.id }] });
    const path = `/api/orders/${order.id}/products`;
    const { body } = await agency.user.call({ path });
    expect(body).toEqual([
      {
        id: spot.id,
        key: spot.key,
        name: spot.name,
        schema: { allOf: [grandparent.schema, parent.schema, schema] },
        lineValidator: expect.stringContaining(`/api/products/${spot.id}/validator?`),
        includedProducts: [{ productId: logo.id, name: 'Logo', min: 1 }],
      },
      {
        id: logo.id,
        key: logo.key,
        name: 'Logo',
        schema,
        lineValidator: expect.stringContaining(`/api/products/${logo.id}/validator?`),
        includedProducts: [],
      },
    ]);
    const stranger = (await anAgency(api)).user;
    expect((await stranger.call({ path })).status).toBe(404);
  });

  it('are autosaved like the form: edits of one line form one version, and another line or order starts another', async () => {
    const spot = await aProduct(api, { schema });
    const order = await patchOrderOk(agency.user, await aDraft(agency), {
      products: [{ product: spot.id }, { product: spot.id }],
    });
    const [first, second] = order.products.map(settable);
    const typed = (months: number) => ({ products: [{ ...first, data: { months } }, second], autosave: true });
    for (const months of [4, 5, 6]) await patchOrderOk(agency.user, order, typed(months));
    expect((await versionsOf(api, order)).results).toMatchObject([
      { autosave: true, patch: expect.arrayContaining([{ op: 'replace', path: '/products/0/data/months', value: 3 }]) },
      { autosave: false },
    ]);
    const moved = await patchOrderOk(agency.user, order, { products: [second, { ...first, data: { months: 6 } }] });
    expect(moved.products.map(({ data }) => data.months)).toEqual([3, 6]);
    expect((await versionsOf(api, order)).results).toHaveLength(3);
  });

  it.each(['CONTROLLED', 'HIDDEN'] as const)('are rejected for a %s product', async (availability) => {
    const product = await aProduct(api, { availability });
    const answer = await patchOrder(agency.user, await aDraft(agency), { products: [{ product: product.id }] });
    expect(answer).toMatchObject({ status: 422, body: { details: { errors: [{ path: '/products/0/product' }] } } });
  });
});

describe('a client that an order references', () => {
  it('cannot be deleted, and the error lists the references', async () => {
    const client = await aClient(api, { below: agency.entity });
    await aDraft(agency, { client: client.id });
    expect(await api.admin.call({ method: 'DELETE', path: `/api/clients/${client.id}` })).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_INOPERABLE', details: { resourceType: 'Client', resourceId: client.id } },
    });
  });
});

it('values that only the form itself may set cannot be set by a client, in a new order or in a save', async () => {
  const config = { readonly: true, initialValue: { static: true, value: 'ours' } };
  const widgets = [{ type: 'text_input', meta: { key: 'fixed', label: 'Fixed' }, config }];
  const ours = await anAgency(api, { form: await aForm(api, { widgets }) });
  const fields = [{ path: '/formData/fixed', value: 'mine', message: 'This field cannot be changed' }];
  const rejection = { status: 422, body: { details: { fields } } };
  const formData = { fixed: 'mine' };
  const body = { channelId: ours.channel.id, form: ours.channel.orderFormId, formData };
  expect(await ours.user.call({ method: 'POST', path: '/api/orders', body })).toMatchObject(rejection);
  const draft = await aDraft(ours, { formData: {} });
  expect(await patchOrder(ours.user, draft, { formData })).toMatchObject(rejection);
  expect(await readOrder(ours.user, draft)).toMatchObject({ formData: { fixed: 'ours' }, revision: draft.revision });
});
