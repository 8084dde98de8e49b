import { afterAll, beforeAll, expect, it } from 'vitest';
import { callExpecting } from '#tests/product/callers.ts';
import { csvRows, pageAt } from './csv.ts';
import { type Agency, aDraft, aForm, anAgency } from './factories.ts';
import { patchOrder, patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;

const empty = { emptyUntilAnswered: true };
const plans = { options: [{ value: 'basic', label: 'Basic' }, { value: 'full' }] };
const field = (type: string, key: string, config: object = {}, meta: object = {}) => ({
  type,
  meta: { key, label: key, ...meta },
  config: { ...empty, ...config },
});
const fee = { readonly: true, money: 'counted', initialValue: { value: '100 - ($discount or 0)' } };

beforeAll(async () => {
  api = await startApi();
  const form = await aForm(api, {
    widgets: [
      field('radio', 'plan', plans),
      field('select', 'voice', plans),
      field('number_input', 'discount', { minValue: 5 }),
      field('number_input', 'fee', fee),
      field('checkbox', 'is_new', { presentation: 'yes_no', required: true }),
      field('checkbox', 'music'),
      field('text_input', 'why', { required: true }, { conditionalScript: '$plan == "basic"' }),
    ],
    tableColumns: ['plan', 'discount', 'is_new'].map((path) => ({ path, defaultVisibility: true })),
  });
  agency = await anAgency(api, { form });
});
afterAll(() => api.close());

it('a new order stores no answer that was not given, and its conditions treat none as given', async () => {
  const draft = await aDraft(agency, { formData: {} });
  expect(draft).toMatchObject({ formData: { fee: 100 }, amount: 100 });
  expect(Object.keys(draft.formData)).toEqual(['fee']);
  expect(draft).toMatchObject({
    problems: [{ path: '/formData/is_new', message: 'Missing required field: is_new' }],
  });
});

it('an answer is stored as given, and is removed when it is cleared', async () => {
  const formData = { plan: 'basic', why: 'Cheap', voice: 'full', discount: 7, is_new: true, music: true };
  const draft = await aDraft(agency, { formData });
  expect(draft).toMatchObject({ formData: { ...formData, fee: 93 }, problems: [] });
  const cleared = { plan: null, why: '', voice: '', discount: '', is_new: null };
  const again = await patchOrderOk(agency.user, draft, { formData: { ...cleared, music: false } });
  expect(again).toMatchObject({ formData: { music: false, fee: 100 }, normalized: [] });
  expect(Object.keys(again.formData).sort()).toEqual(['fee', 'music']);
});

it('No is an answer to a required question: the order can be submitted with it', async () => {
  const draft = await aDraft(agency, { formData: { is_new: false } });
  const sent = await patchOrderOk(agency.user, draft, { status: 'PENDING' });
  expect(sent).toMatchObject({ status: 'PENDING', formData: { is_new: false, fee: 100 } });
  const unanswered = await aDraft(agency, { formData: {} });
  expect(await patchOrder(agency.user, unanswered, { status: 'PENDING' })).toMatchObject({
    status: 422,
    body: { details: { fields: [{ path: '/formData/is_new' }] } },
  });
});

it('the check of a form returns the same as a save', async () => {
  const check = (formData: object) =>
    callExpecting<object>(agency.user.call, 200, {
      method: 'POST',
      path: `/api/forms/${agency.channel.orderFormId}/check`,
      body: { formData },
    });
  expect(await check({ is_new: false, plan: '' })).toMatchObject({
    formData: { is_new: false, fee: 100 },
    problems: [],
    normalized: [],
  });
  expect(await check({ is_new: 'yes' })).toMatchObject({
    problems: [{ path: '/formData/is_new' }],
    normalized: [{ path: '/formData/is_new', from: 'yes' }],
  });
});

it('an unanswered question is empty in lists and CSV, and matched as empty', async () => {
  await aDraft(agency, { formData: { plan: 'full', discount: 0, is_new: true } });
  await aDraft(agency, { formData: {} });
  const query = `formId=${agency.channel.orderFormId}&columns=plan,discount,is_new&sort=-createdAt`;
  const rows = await csvRows(api.admin, `/api/orders.csv?${query}`);
  expect(rows.slice(0, 2)).toEqual([
    { plan: '', discount: '', is_new: '' },
    { plan: 'full', discount: '5', is_new: 'true' },
  ]);
  const { results } = await pageAt(api.admin, `/api/orders?${query}&discount.is=empty`);
  expect(results[0]).toMatchObject({ formData: {} });
});
