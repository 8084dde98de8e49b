import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRowId } from '#api/features/forms/row-id.ts';
import type { Client, Order, OrderBatch } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, aProduct } from './factories.ts';
import { type OrderResponse, patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';
import { fileForm, uploadsTo } from './uploads.ts';

let api: Api;
let agency: Agency;
let first: Client;
let second: Client;
let uploads: Awaited<ReturnType<typeof uploadsTo>>;

const empty = { emptyUntilAnswered: true };
const field = (type: string, key: string, label: string, config: object = {}) => ({
  type,
  meta: { key, label },
  config: { ...empty, ...config },
});
const group = (key: string, label: string, config: object, ...widgets: object[]) => ({
  type: 'container',
  meta: { key, label },
  config: { ...config, layout: widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] })) },
});
const from = (value: string) => ({ initialValue: { value } });

const widgets = [
  field('text_input', 'headline', 'Headline'),
  field('select', 'voice', 'Voice', { options: [{ value: 'any' }], initialValue: { static: true, value: 'any' } }),
  field('checkbox', 'terms', 'The client has agreed to the terms', { required: true, askAgain: true }),
  group(
    'contact',
    'Contact',
    { askAgain: true },
    field('text_input', 'name', 'Name'),
    field('text_input', 'phone', 'Phone'),
  ),
  field('text_input', 'owner', 'Owner', from('$client.businessOwner')),
  field('text_input', 'letter', 'Letter', from('"Dear " + $owner')),
  field('text_input', 'trade', 'Trade', { readonly: true, ...from('$client.industry') }),
  field('text_input', 'site', 'Site'),
  field('file_input', 'logo', 'Logo'),
  {
    type: 'collection',
    meta: { key: 'people', label: 'People' },
    config: {
      minItems: 0,
      elements: {
        type: 'container',
        config: {
          layout: [
            { columns: [{ ratio: 1, widget: field('text_input', 'who', 'Who', from('$client.businessOwner')) }] },
            { columns: [{ ratio: 1, widget: field('text_input', 'task', 'Task') }] },
            { columns: [{ ratio: 1, widget: field('checkbox', 'agreed', 'Agreed', { askAgain: true }) }] },
          ],
        },
      },
    },
  },
];

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  agency = await anAgency(api, { form: await aForm(api, { widgets }) });
  first = await aClient(api, {
    below: agency.entity,
    ...{ name: 'Corner Bakery', businessOwner: 'Ann Tilton', website: 'https://corner-bakery.example' },
    ...{ phoneNumber: '617-555-0100', industry: 'Food', email: 'ann@corner-bakery.example' },
  });
  second = await aClient(api, {
    below: agency.entity,
    ...{ name: 'Harbor Cars', businessOwner: 'Ben Ray', website: 'https://harbor-cars.example', industry: 'Cars' },
    ...{ phoneNumber: '617-555-0200', businessName: 'Harbor Cars Inc' },
  });
});
afterAll(() => api.close());

/** Texts of the first client that must not appear in an order for another one. */
const traces = /Tilton|Ann|corner-bakery|617-555-0100|Corner Bakery|Food|logo/i;

async function aFilledDraft(): Promise<Order> {
  const { id, name, mimeType } = await uploads.upload(agency.user, fileForm('a logo'));
  const schema = {
    type: 'object',
    properties: {
      months: { type: 'number' },
      slogan: { type: 'string', title: 'Slogan' },
      page: { type: 'string', title: 'Page' },
      cover: { type: 'string', format: 'file', title: 'Cover' },
    },
  };
  const product = await aProduct(api, { name: 'Website', schema });
  const data = { months: 3, slogan: 'Fresh', page: 'https://corner-bakery.example', cover: id };
  return aDraft(agency, {
    client: first.id,
    products: [{ id: newRowId(), product: product.id, data }],
    formData: {
      ...{ headline: 'Spring', voice: null, terms: true, contact: { name: 'Ann', phone: '1' }, owner: 'Ann T.' },
      ...{ letter: 'Dear Ann', site: 'https://CORNER-bakery.example', logo: { id, name, mimeType }, old_key: 'Ann' },
      people: [{ _id: 'p1', who: 'Ann', task: 'Baker', agreed: true }],
    },
  });
}

const duplicate = (order: Order, body: object = {}) =>
  callExpecting<OrderResponse>(agency.user.call, 201, {
    method: 'POST',
    path: `/api/orders/${order.id}/duplicate`,
    body,
  });

describe('a duplicate for the same client', () => {
  it('clears the terms and the contact, and keeps the other data of the client', async () => {
    const draft = await aFilledDraft();
    const copy = await duplicate(draft);
    expect(copy.client).toBe(first.id);
    expect(copy.formData).toEqual({
      ...{ headline: 'Spring', contact: {}, owner: 'Ann T.', letter: 'Dear Ann', trade: 'Food' },
      ...{ site: draft.formData.site, logo: draft.formData.logo, old_key: 'Ann' },
      people: [{ _id: 'p1', who: 'Ann', task: 'Baker' }],
    });
    expect(copy.products[0]?.data).toEqual(draft.products[0]?.data);
    expect(copy.leftOut?.map(({ path, message }) => `${path} ${message}`)).toEqual([
      '/formData/terms “The client has agreed to the terms” must be answered again',
      '/formData/contact/name “Contact › Name” must be answered again',
      '/formData/contact/phone “Contact › Phone” must be answered again',
      '/formData/people/0/agreed “People 1 › Agreed” must be answered again',
    ]);
    expect(copy.problems).toContainEqual(expect.objectContaining({ path: '/formData/terms' }));
    // The original is unchanged.
    expect((await readOrder(agency.user, draft)).formData).toEqual(draft.formData);
  });
});

describe('a duplicate for another client', () => {
  const expectedData = (trade: string | undefined, owner: string | undefined) => ({
    ...{ headline: 'Spring', contact: {}, ...(trade ? { trade } : {}) },
    ...(owner ? { owner, letter: `Dear ${owner}` } : { letter: 'Dear ' }),
    people: [{ _id: 'p1', ...(owner ? { who: owner } : {}), task: 'Baker' }],
  });

  it('contains nothing of the first client and calculates its values for the new client', async () => {
    const draft = await aFilledDraft();
    const copy = await duplicate(draft, { client: second.id });
    expect(copy.client).toBe(second.id);
    expect(copy.formData).toEqual(expectedData('Cars', 'Ben Ray'));
    expect(copy.products[0]?.data).toEqual({ months: 3, slogan: 'Fresh' });
    expect(JSON.stringify([copy.formData, copy.products])).not.toMatch(traces);
    expect(copy.leftOut?.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        '“Owner” belongs to the other client',
        '“Site” belongs to the other client',
        '“Logo” belongs to the other client',
        '“People 1 › Who” belongs to the other client',
        '“Website › Cover” belongs to the other client',
        '“Website › Page” belongs to the other client',
      ]),
    );
    const stored = await api.admin.read('Order', copy.id);
    expect(JSON.stringify([stored.formData, stored.products])).not.toMatch(traces);
  });

  it('references no file of the first client, which readers of the copy could then read', async () => {
    const draft = await aFilledDraft();
    const copy = await duplicate(draft, { client: second.id });
    expect((await agency.user.call({ method: 'DELETE', path: `/api/orders/${draft.id}` })).status).toBe(200);
    const logo = Object(draft.formData.logo);
    const other = await agency.moderator.call({ path: `/api/files/${logo.id}` });
    expect(other.status).toBe(404);
    expect(copy.formData).not.toHaveProperty('logo');
  });

  it('contains nothing of the first client if the new client is not chosen yet', async () => {
    const copy = await duplicate(await aFilledDraft(), { client: null });
    expect(JSON.stringify([copy.formData, copy.products])).not.toMatch(traces);
    expect(copy.formData).toMatchObject({ headline: 'Spring' });
  });
});

describe('a batch of orders for many clients', () => {
  it('contains nothing of the first client and calculates the values of each client', async () => {
    const draft = await aFilledDraft();
    const third = await aClient(api, { below: agency.entity, businessOwner: 'Cleo Dunn', industry: 'Books' });
    const batch = await callExpecting<OrderBatch>(agency.user.call, 201, {
      method: 'POST',
      path: `/api/orders/${draft.id}/copies`,
      body: { clients: [second.id, third.id] },
    });
    const path = `/api/order_batches/${batch.id}`;
    const done = await pollUntil({ label: 'the end of the batch', seconds: 60 }, async () => {
      const read = await callExpecting<OrderBatch>(agency.user.call, 200, { path });
      return read.status === 'done' ? read : undefined;
    });
    const orders = await Promise.all(done.copies.map(({ order }) => api.admin.read('Order', String(order))));
    expect(orders.map(({ formData }) => [formData.owner, formData.trade, formData.terms])).toEqual([
      ['Ben Ray', 'Cars', undefined],
      ['Cleo Dunn', 'Books', undefined],
    ]);
    expect(orders.map(({ formData }) => formData.people)).toEqual([
      [{ _id: 'p1', who: 'Ben Ray', task: 'Baker' }],
      [{ _id: 'p1', who: 'Cleo Dunn', task: 'Baker' }],
    ]);
    for (const { formData, products } of orders) expect(JSON.stringify([formData, products])).not.toMatch(traces);
  });
});

describe('restoring an earlier version of an order', () => {
  it('clears the terms and the contact, and keeps the client of that version', async () => {
    const draft = await aFilledDraft();
    const later = await patchOrderOk(agency.user, draft, {
      client: second.id,
      formData: { headline: 'Cars', terms: true },
    });
    const path = `/api/orders/${draft.id}/versions/${draft.revision}/restore`;
    const restored = await callExpecting<OrderResponse>(agency.user.call, 200, { method: 'POST', path });
    expect(restored).toMatchObject({ client: first.id, revision: later.revision + 1 });
    expect(restored.formData).toMatchObject({
      headline: 'Spring',
      owner: 'Ann T.',
      contact: {},
      logo: draft.formData.logo,
    });
    expect(restored.formData).not.toHaveProperty('terms');
    expect(restored.leftOut).toContainEqual({
      path: '/formData/terms',
      message: '“The client has agreed to the terms” must be answered again',
    });
    const rejected = await patchOrder(agency.user, restored, { status: 'PENDING' });
    expect(rejected).toMatchObject({ status: 422, body: { details: { fields: [{ path: '/formData/terms' }] } } });
  });
});
