import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order, ProofOfWork, ReportRow } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

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
  ])('is rejected as %s in a POST, PATCH and PUT', async (date) => {
    const fields = [{ path: '/date', value: date, message }];
    const rejection = { status: 400, body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields } } };
    const path = '/api/proof_of_work';
    expect(await api.admin.call({ method: 'POST', path, body: proof(date) })).toMatchObject(rejection);
    const record = await api.admin.create('ProofOfWork', proof('2026-01-31T09:30:00Z'));
    const one = `${path}/${record.id}`;
    expect(await api.admin.call({ method: 'PATCH', path: one, body: { date } })).toMatchObject(rejection);
    expect(await api.admin.call({ method: 'PUT', path: one, body: { ...record, date } })).toMatchObject(rejection);
  });

  it('is stored in UTC', async () => {
    const record: ProofOfWork = await callExpecting(api.admin.call, 201, {
      method: 'POST',
      path: '/api/proof_of_work',
      body: proof('2026-01-31T09:30:00+05:30'),
    });
    expect(record.date).toBe('2026-01-31T04:00:00.000Z');
  });
});

describe('a date in a row of a report', () => {
  const body = (active_date: string | null) => ({ batch: 'Dates', data: { caption: 'row', active_date } });

  it.each(['2026-02-30', '0026-01-01', '0000-00-00', '3/31/2026', '2026-03', 'soon'])(
    'is rejected as %s when the row is created and changed',
    async (date) => {
      const report = await api.admin.create('Report', { name: 'Dates' });
      const path = `/api/reports/${report.id}/rows`;
      const message = 'Must be a date such as 2026-01-31';
      const fields = [{ path: '/data/active_date', value: date, message }];
      const rejection = { status: 400, body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields } } };
      expect(await api.admin.call({ method: 'POST', path, body: body(date) })).toMatchObject(rejection);
      const { id } = await callExpecting<ReportRow>(api.admin.call, 201, { method: 'POST', path, body: body(null) });
      const changes = { data: body(date).data };
      expect(await api.admin.call({ method: 'PATCH', path: `${path}/${id}`, body: changes })).toMatchObject(rejection);
    },
  );

  it('is in the stored format in sorted lists and CSV', async () => {
    const report = await api.admin.create('Report', { name: 'Dates', config: { filters: { caption: 'sorted' } } });
    for (const active_date of ['2026-03-31', ' 1999-12-31 ', '2026-04-01'])
      await callExpecting(api.admin.call, 201, {
        method: 'POST',
        path: `/api/reports/${report.id}/rows`,
        body: { batch: 'Dates', data: { caption: 'sorted', active_date } },
      });
    const path = `/api/reports/${report.id}/view.csv?columns=data.active_date&sort=-data.active_date`;
    const { body: csv } = await api.admin.call({ path });
    expect(String(csv).trim().split('\n')).toEqual(['Active date', '2026-04-01', '2026-03-31', '1999-12-31']);
  });
});

describe('a typed value in the data of a line', () => {
  const invalidMail = 'Please enter a valid e-mail address';

  it.each([
    ['date', '2026-02-30', 'February 2026 has no day 30'],
    ['date', '0026-01-01', 'The year must be 1900 or later'],
    ['date', '0000-00-00', 'There is no month 00'],
    ['date', '3/31/', 'This date is incomplete'],
    ['date-time', '2026-02-30T09:30:00Z', 'February 2026 has no day 30'],
    ['date-time', '0026-01-01T00:00:00Z', 'The year must be 1900 or later'],
    ['date-time', '2026-01-31T29:00:00Z', 'Must be a time, such as 9:30 AM or 14:30'],
    ['time', '29:00:00', 'Must be a time, such as 9:30 AM or 14:30'],
    ['time', '09:60:00', 'Must be a time, such as 9:30 AM or 14:30'],
    ['email', 'ann@example', invalidMail],
    ['email', 'ann@example.com, eve@example.com', invalidMail],
  ])(
    'a typed value in the data of a line of the format %s is stored unchanged with a problem: %s',
    async (format, value, message) => {
      expect(await draftWith(format, value)).toMatchObject({
        products: [{ data: { value } }],
        problems: [{ path: '/products/0/data/value', value, message }],
      });
    },
  );

  it.each([
    ['date', '2026-01-31', '2026-01-31'],
    ['date', '1/31/2026', '2026-01-31'],
    ['date-time', '2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000Z'],
    ['time', '09:30:00', '09:30:00'],
    ['time', '9am', '09:00'],
    ['email', ' ann@example.com', 'ann@example.com'],
  ])(
    'a typed value in the data of a line of the format %s is stored in its canonical form: %s',
    async (format, typed, value) => {
      expect(await draftWith(format, typed)).toMatchObject({ products: [{ data: { value } }], problems: [] });
    },
  );

  async function draftWith(format: string, value: string) {
    const product = await aProduct(api, {
      schema: { type: 'object', properties: { value: { type: 'string', format } } },
    });
    return patchOrderOk(agency.user, await aDraft(agency), { products: [{ product: product.id, data: { value } }] });
  }
});
