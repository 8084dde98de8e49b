import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { type OrderResponse, patchOrderOk, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;

const secret = { type: 'password_input', meta: { key: 'secret', label: 'Password' } };

beforeAll(async () => {
  api = await startApi();
  const form = await aForm(api, { widgets: [textInput('headline', 'Headline'), secret] });
  agency = await anAgency(api, { form });
  stranger = await anAgency(api);
});
afterAll(() => api.close());

type WithVersions = OrderResponse & { versions: OrderVersion[] };

it('an order includes its versions if requested, equal to their list, and nothing for users without access', async () => {
  const draft = await aDraft(agency, { formData: { headline: 'First', secret: 'open sesame' } });
  const other = await aDraft(agency, { formData: { headline: 'Another' } });
  await patchOrderOk(agency.user, other, { formData: { headline: 'Other' } });
  const second = await patchOrderOk(agency.user, draft, { formData: { headline: 'Second', secret: 'another' } });
  await patchOrderOk(agency.user, second, { formData: { headline: 'Third' } });

  const path = `/api/orders/${draft.id}`;
  const whole = await callExpecting<WithVersions>(agency.user.call, 200, { path: `${path}?populate=client,versions` });
  const { results } = await versionsOf(api, draft);
  expect(results).toHaveLength(2);
  expect(whole.versions).toEqual(results);
  expect(whole.client).toMatchObject({ id: draft.client });
  expect(JSON.stringify(whole.versions)).not.toContain('open sesame');

  expect(await callExpecting(agency.user.call, 200, { path })).not.toHaveProperty('versions');
  expect(await stranger.user.call({ path: `${path}?populate=versions` })).toMatchObject({ status: 404 });
});

it('an order includes its newest fifty versions', async () => {
  const draft = await aDraft(agency, { formData: { headline: 'First' } });
  const timestamp = '2026-01-01T00:00:00.000Z';
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...{ order: draft.id, orderRevision: index + 1, timestamp, patch: [], extra: {} },
  }));
  await storeOf('OrderVersion').insertMany(many);
  const path = `/api/orders/${draft.id}?populate=versions`;
  const { versions } = await callExpecting<WithVersions>(agency.user.call, 200, { path });
  expect(versions.map(({ orderRevision }) => orderRevision)).toEqual(Array.from({ length: 50 }, (_, at) => 60 - at));
});

it('a list of orders includes no versions', async () => {
  const rejected = await agency.user.call({ path: '/api/orders?populate=versions' });
  expect(rejected).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
  const unknown = await agency.user.call({ path: '/api/clients/0123456789abcdef01234567?populate=versions' });
  expect(unknown).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
});
