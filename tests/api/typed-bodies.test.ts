import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, ProofOfWork } from '#schemas/generated/types.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { saved } from './ordering.ts';
import { type Api, expecting, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let order: Order;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  order = await aDraft(agency);
});
afterAll(() => api.close());

describe('a date and time in a body', () => {
  const proof = (date: string) => ({ batch: 'Dates', orderId: order.id, name: 'Log', date });
  const message = 'Must be a date and time such as 2026-01-31T09:30:00Z';

  it.each([
    '2026-02-30T09:30:00Z',
    '0026-01-01T00:00:00Z',
    '0000-00-00T00:00:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31',
  ])('is refused as %s when a record is created, changed and replaced', async (date) => {
    const fields = [{ path: '/date', value: date, message }];
    const refusal = { status: 400, body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields } } };
    const path = '/api/proof_of_work';
    expect(await api.admin.call({ method: 'POST', path, body: proof(date) })).toMatchObject(refusal);
    const made = await api.admin.create('ProofOfWork', proof('2026-01-31T09:30:00Z'));
    const one = `${path}/${made.id}`;
    expect(await api.admin.call({ method: 'PATCH', path: one, body: { date } })).toMatchObject(refusal);
    expect(await api.admin.call({ method: 'PUT', path: one, body: { ...made, date } })).toMatchObject(refusal);
  });

  it('is stored in UTC', async () => {
    const made: ProofOfWork = await expecting(api.admin.call, 201, {
      method: 'POST',
      path: '/api/proof_of_work',
      body: proof('2026-01-31T09:30:00+05:30'),
    });
    expect(made.date).toBe('2026-01-31T04:00:00.000Z');
  });
});

describe("a date in a line's data", () => {
  it.each([
    [
      'date',
      '2026-01-31',
      ['2026-02-30', '0026-01-01', '0000-00-00', '1/31/2026'],
      'Must be a date such as 2026-01-31',
    ],
    [
      'date-time',
      '2026-01-31T09:30:00.000Z',
      ['2026-02-30T09:30:00Z', '0026-01-01T00:00:00Z', '2026-01-31T29:00:00Z'],
      'Must be a date and time such as 2026-01-31T09:30:00Z',
    ],
    ['time', '09:30:00', ['29:00:00', '09:60:00', '9am'], 'Must be a time such as 09:30:00'],
    [
      'email',
      'ann@example.com',
      ['ann@example', 'ann@example.com, eve@example.com'],
      'Please enter a valid e-mail address',
    ],
  ])('has the format %s as records have it', async (format, fitting, others, message) => {
    const schema = { type: 'object', properties: { value: { type: 'string', format } } };
    const product = await aProduct(api, { schema });
    const products = [fitting, ...others].map((value) => ({ product: product.id, data: { value } }));
    const draft = await saved(agency.user, await aDraft(agency), { products });
    expect(draft).toMatchObject({
      problems: others.map((value, index) => ({ path: `/products/${index + 1}/data/value`, value, message })),
    });
  });
});
