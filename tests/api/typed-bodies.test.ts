import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, ProofOfWork, ReportRow } from '#schemas/generated/types.ts';
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

describe('a date in a row of a report', () => {
  const body = (active_date: string | null) => ({ batch: 'Dates', data: { caption: 'row', active_date } });

  it.each(['2026-02-30', '0026-01-01', '0000-00-00', '3/31/2026', '2026-03', 'soon'])(
    'is refused as %s when the row is made and changed',
    async (date) => {
      const report = await api.admin.create('Report', { name: 'Dates' });
      const path = `/api/reports/${report.id}/rows`;
      const message = 'Must be a date such as 2026-01-31';
      const fields = [{ path: '/data/active_date', value: date, message }];
      const refusal = { status: 400, body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields } } };
      expect(await api.admin.call({ method: 'POST', path, body: body(date) })).toMatchObject(refusal);
      const { id } = await expecting<ReportRow>(api.admin.call, 201, { method: 'POST', path, body: body(null) });
      const changes = { data: body(date).data };
      expect(await api.admin.call({ method: 'PATCH', path: `${path}/${id}`, body: changes })).toMatchObject(refusal);
    },
  );

  it('sorts rows and is in their CSV as it is stored', async () => {
    const report = await api.admin.create('Report', { name: 'Dates', config: { filters: { caption: 'sorted' } } });
    for (const active_date of ['2026-03-31', ' 1999-12-31 ', '2026-04-01'])
      await expecting(api.admin.call, 201, {
        method: 'POST',
        path: `/api/reports/${report.id}/rows`,
        body: { batch: 'Dates', data: { caption: 'sorted', active_date } },
      });
    const path = `/api/reports/${report.id}/view.csv?columns=data.active_date&sort=-data.active_date`;
    const { body: csv } = await api.admin.call({ path });
    expect(String(csv).trim().split('\n')).toEqual(['Active date', '2026-04-01', '2026-03-31', '1999-12-31']);
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
