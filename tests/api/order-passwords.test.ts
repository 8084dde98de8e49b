import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Form, Order, OrderVersion } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let form: Form;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  const login = { type: 'password_input', meta: { key: 'login', label: 'Login' } };
  const elements = { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget: login }] }] } };
  const sites = { type: 'collection', meta: { key: 'sites', label: 'Sites' }, config: { minItems: 0, elements } };
  const pin = { type: 'password_input', meta: { key: 'pin', label: 'PIN' } };
  form = await aForm(api, { widgets: [textInput('headline', 'Headline'), pin, sites] });
  agency = await anAgency(api, { form });
});
afterAll(() => api.close());

const secret = 'open sesame';
const change = ({ id }: Order, formData: object) =>
  callExpecting<Order>(agency.user.call, 200, { method: 'PATCH', path: `/api/orders/${id}`, body: { formData } });
const versionsOf = ({ id }: Order) =>
  callExpecting<{ results: OrderVersion[] }>(agency.user.call, 200, { path: `/api/orders/${id}/versions` });
const readStored = async () => {
  const names = ['orders', 'order_versions', 'idempotent_answers', 'audit_log'];
  const all = await Promise.all(names.map((name) => mongoose.connection.collection(name).find().toArray()));
  return JSON.stringify(all);
};

it('a password is returned to every reader of the order, and is encrypted in the database', async () => {
  const { channel, client, user } = agency;
  const formData = { headline: 'Bread', pin: secret, sites: [{ _id: 'a'.repeat(16), login: 'and this' }] };
  const body = { channelId: channel.id, form: form.id, client: client.id, formData };
  const post = { method: 'POST', path: '/api/orders', body, headers: { 'idempotency-key': 'once' } } as const;
  const order = await callExpecting<Order>(user.call, 201, post);
  expect(order.formData).toMatchObject(formData);
  expect(await callExpecting<Order>(user.call, 201, post)).toMatchObject({ id: order.id, formData });
  const read = await callExpecting<Order>(agency.moderator.call, 200, { path: `/api/orders/${order.id}` });
  expect(read.formData).toMatchObject(formData);
  const changed = await change(order, { ...formData, pin: 'another one', headline: 'Cake' });
  expect(changed.formData).toMatchObject({ pin: 'another one', headline: 'Cake', sites: formData.sites });
  for (const text of [secret, 'and this', 'another one']) expect(await readStored()).not.toContain(text);
});

it('an unchanged password is no change, and the view of a version shows none', async () => {
  const order = await aDraft(agency, { formData: { headline: 'Bread', pin: secret, sites: [] } });
  const same = await change(order, order.formData);
  expect(same.revision).toBe(order.revision);
  await change(order, { ...order.formData, headline: 'Cake' });
  await change(order, { ...order.formData, pin: 'changed' });
  const { results } = await versionsOf(order);
  expect(results.map(({ patch }) => patch.map(({ path }) => path).toSorted())).toEqual([
    ['/formData/headline', '/formData/pin'],
    ['/formData/headline'],
  ]);
  expect(JSON.stringify(results)).not.toMatch(/sealed|open sesame|changed/);
});

it('a text that looks like an encrypted value stays a text', async () => {
  const headline = 'sealed:1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const order = await aDraft(agency, { formData: { headline, pin: headline } });
  expect((await agency.user.read('Order', order.id)).formData).toMatchObject({ headline, pin: headline });
});

it('lists and CSV contain no password', async () => {
  await aDraft(agency, { formData: { headline: 'Listed', pin: secret } });
  for (const path of ['/api/orders', `/api/form_records?parent=${form.id}`, `/api/orders.csv?formId=${form.id}`]) {
    const answer = await agency.user.call({ path });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(JSON.stringify(answer.body)).not.toMatch(/open sesame|sealed/);
  }
});
