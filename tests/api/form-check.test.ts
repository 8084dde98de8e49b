import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aForm, anAgency, textInput } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  const spots = { type: 'number_input', meta: { key: 'spots', label: 'Spots' }, config: { maxValue: 10 } };
  agency = await anAgency(api, { form: await aForm(api, { widgets: [textInput('headline', 'Headline'), spots] }) });
});
afterAll(() => api.close());

const check = (person: Agency['user'], formData: unknown, id = agency.channel.orderFormId) =>
  person.call({ method: 'POST', path: `/api/forms/${id}/check`, body: { formData } });

it('a form check validates data as an order would, in normal form, and saves nothing', async () => {
  expect(await check(agency.user, { headline: ' ', spots: '99' })).toMatchObject({
    status: 200,
    body: {
      formData: { spots: 10 },
      problems: [{ path: '/formData/headline', message: 'Missing required field: Headline' }],
      normalized: [
        { path: '/formData/headline', from: ' ', to: '' },
        { path: '/formData/spots', from: '99', to: 10 },
      ],
    },
  });
  expect((await check(agency.user, { headline: 'Bread', spots: 3 })).body).toMatchObject({
    problems: [],
    normalized: [],
  });
  expect(await callExpecting(agency.user.call, 200, { path: '/api/orders' })).toMatchObject({ results: [] });
});

it('a form check is not found for an unreadable form, and rejects invalid data', async () => {
  const other = await anAgency(api);
  expect((await check(other.user, {})).status).toBe(404);
  expect((await check(agency.user, [])).status).toBe(400);
  expect((await check(agency.user, { $where: 1 })).status).toBe(400);
});

describe('a form check with a large body is rejected with the same error as one with a small body', () => {
  const filler = 'a'.repeat(20_000);
  const many = Array.from({ length: 100_001 }, () => 0);
  it.each<[string, object, object]>([
    ['data as an array', { formData: [] }, { path: '/formData', message: 'Must be object' }],
    ['an operator as a key', { formData: { $where: 1 } }, { path: '/formData/$where' }],
    ['an unknown field', { formData: {}, other: 1 }, { path: '/other', message: 'Unknown field' }],
    ['a forbidden key', { formData: JSON.parse('{"__proto__": {}}') }, { path: '' }],
    ['too many values', { formData: { many } }, { message: 'At most 100,000 values in a body' }],
  ])('%s', async (_, body, field) => {
    const path = `/api/forms/${agency.channel.orderFormId}/check`;
    const { formData } = Object(body);
    const longer = { ...body, formData: Array.isArray(formData) ? [filler] : { ...formData, filler } };
    for (const each of [body, longer]) {
      const answer = await agency.user.call({ method: 'POST', path, body: each });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [field] } },
      });
    }
  });
});
