import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDraft, aForm, anAgency } from './factories.ts';
import { patchOrder, patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('unparsable dates and times are stored as typed in a DRAFT and block its submission, and parsed ones are reported', async () => {
  const input = (type: string, key: string, config = {}) => ({ type, meta: { key, label: key }, config });
  const widgets = [
    input('date_input', 'start'),
    input('date_input', 'end'),
    input('date_input', 'since', { minYear: 1700 }),
    input('date_input', 'old'),
    input('time_input', 'hour'),
    input('time_input', 'until'),
    input('text_input', 'site'),
    input('date_input', 'first', { initialValue: { static: true, value: '3/31/26' } }),
  ];
  const ours = await anAgency(api, { form: await aForm(api, { widgets }) });
  const order = await aDraft(ours, { client: ours.client.id });
  expect(await readOrder(ours.user, order)).toMatchObject({ formData: { first: '2026-03-31' } });
  const typed = {
    ...{ start: '31-Mar-26', end: '2/30/2026', since: '7/4/1776', old: '1/1/1899', hour: '9pm', until: '25:00' },
    site: 'https://example.com ',
  };
  const problems = [
    { path: '/formData/end', value: '2/30/2026', message: 'February 2026 has no day 30' },
    { path: '/formData/old', value: '1/1/1899', message: 'The year must be 1900 or later' },
    { path: '/formData/until', value: '25:00', message: 'Must be a time, such as 9:30 AM or 14:30' },
  ];
  const read = { start: '2026-03-31', since: '1776-07-04', hour: '21:00', site: 'https://example.com' };
  expect(await patchOrderOk(ours.user, order, { formData: typed, autosave: true })).toMatchObject({
    formData: { ...typed, ...read },
    problems,
    normalized: [
      { path: '/formData/start', from: '31-Mar-26', to: '2026-03-31' },
      { path: '/formData/since', from: '7/4/1776', to: '1776-07-04' },
      { path: '/formData/hour', from: '9pm', to: '21:00' },
      { path: '/formData/site', from: 'https://example.com ', to: 'https://example.com' },
    ],
  });
  expect(await patchOrder(ours.user, order, { status: 'PENDING' })).toMatchObject({
    status: 422,
    body: { details: { fields: problems } },
  });
});
