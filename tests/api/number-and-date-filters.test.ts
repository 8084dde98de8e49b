import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fromNow, setClock } from '#api/platform/clock/clock.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { day } from './clock.ts';
import { errorOfQuery } from './csv.ts';
import { aDraft, aForm, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
/** The lists under test, by the field that identifies a row: rows of a report, and the orders of a form. */
const lists = { rows: '', orders: '' };
let formId: string;

/** A day of last month, which can be written without its year. */
const recent = fromNow(-30 * day);

beforeAll(async () => {
  api = await startApi();
  const report = await api.admin.create('Report', { name: 'Typed' });
  for (const data of [
    { caption: 'a', revenue: 1_200, active_date: '2026-03-31' },
    { caption: 'b', revenue: 2_000.5, active_date: '2026-04-01' },
    { caption: 'c', revenue: -500, active_date: '1999-12-31' },
    { caption: 'd', revenue: 200 },
    { caption: 'e', active_date: recent.toISOString().slice(0, 10) },
  ])
    await callExpecting(api.admin.call, 201, {
      method: 'POST',
      path: `/api/reports/${report.id}/rows`,
      body: { batch: 'typed', data },
    });
  const form = await aForm(api, {
    widgets: [
      { type: 'text_input', meta: { key: 'name', label: 'Name' } },
      { type: 'number_input', meta: { key: 'spend', label: 'Spend' } },
      { type: 'date_input', meta: { key: 'day', label: 'Day' } },
      { type: 'date_input', meta: { key: 'moment', label: 'Moment' }, config: { includeTime: true } },
    ],
    tableColumns: ['name', 'spend', 'day', 'moment'].map((path) => ({ path, defaultVisibility: true })),
  });
  const agency = await anAgency(api, { form });
  for (const formData of [
    { name: 'a', spend: 1_200, day: '2026-03-31', moment: '2026-03-31T08:30:00.000Z' },
    { name: 'b', spend: 2_000.5, day: '2026-04-01', moment: '2026-04-01' },
    { name: 'd', spend: 200, day: '', moment: '' },
  ])
    await aDraft(agency, { formData });
  formId = form.id;
  lists.rows = `/api/reports/${report.id}/view?columns=data.caption`;
  lists.orders = '/api/orders?columns=formData.name';
});
afterAll(() => api.close());

type List = keyof typeof lists;
interface Row {
  data?: { caption?: string };
  formData?: { name?: string };
}

const namesIn = (rows: Row[]) => rows.map(({ data, formData }) => data?.caption ?? formData?.name).toSorted();

/** The URL of a list filtered in the page dialect. */
const pagePath = (list: List, key: string, value: string) =>
  `${lists[list]}${list === 'orders' ? `&formId=${formId}` : ''}&${key}=${encodeURIComponent(value)}`;

/** The same filter in react-admin's dialect: an operator is a property of the field's object. */
function inJson(list: List, key: string, value: unknown) {
  const [, field = key, operator] = /^(.+)\.(from|to|is)$/.exec(key) ?? [];
  const filter = { ...(list === 'orders' ? { formId } : {}), [field]: operator ? { [operator]: value } : value };
  return `${lists[list]}&range=[0,99]&filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** The rows that a filter finds; asserts that both dialects agree. */
async function found(list: List, key: string, value: string, parameters = '') {
  const { results } = await callExpecting<{ results: Row[] }>(api.admin.call, 200, {
    path: `${pagePath(list, key, value)}${parameters}`,
  });
  const rows = await callExpecting<Row[]>(api.admin.call, 200, { path: `${inJson(list, key, value)}${parameters}` });
  expect(namesIn(rows)).toEqual(namesIn(results));
  return namesIn(rows).join('');
}

describe('a filter on a number', () => {
  it.each<[string, string, string]>([
    ['', '1200', 'a'],
    ['', '$2,000.50', 'b'],
    ['', '2 000.5', 'b'],
    ['', ' $ 1 200 ', 'a'],
    ['.from', '1,200', 'ab'],
    ['.from', '$2,000.50', 'b'],
    ['.to', '1,200', 'ad'],
  ])('%s parses the typed value %j', async (operator, value, names) => {
    expect(await found('orders', `spend${operator}`, value)).toBe(names);
    expect((await found('rows', `data.revenue${operator}`, value)).replace('c', '')).toBe(names);
  });

  it.each(['(500.00)', '-$500', '500-', '−500'])('parses %j as negative', async (value) => {
    expect(await found('rows', 'data.revenue', value)).toBe('c');
  });

  it('parses a comma list of plain numbers as several, and in JSON as one number', async () => {
    const { results } = await callExpecting<{ results: Row[] }>(api.admin.call, 200, {
      path: pagePath('rows', 'data.revenue', '1200,200'),
    });
    expect(namesIn(results)).toEqual(['a', 'd']);
    const path = inJson('rows', 'data.revenue', '1,200');
    expect(namesIn(await callExpecting<Row[]>(api.admin.call, 200, { path }))).toEqual(['a']);
    const several = inJson('rows', 'data.revenue', [1200, '$200']);
    expect(namesIn(await callExpecting<Row[]>(api.admin.call, 200, { path: several }))).toEqual(['a', 'd']);
  });
});

describe('a filter on a date', () => {
  it.each(['2026-03-31', '2026/03/31', '3/31/2026', '3/31/26', '31-Mar-26', 'March 31, 2026'])(
    'parses %j',
    async (value) => {
      expect(await found('rows', 'data.active_date', value)).toBe('a');
      expect(await found('orders', 'day', value)).toBe('a');
      expect(await found('orders', 'day.from', value)).toBe('ab');
      expect(await found('orders', 'day.to', value)).toBe('a');
      expect(await found('orders', 'moment', value)).toBe('a');
      expect(await found('orders', 'moment.from', value)).toBe('ab');
      expect(await found('orders', 'moment.to', value)).toBe('a');
    },
  );

  it('parses a day without a year as the nearest one', async () => {
    const value = recent.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
    expect(await found('rows', 'data.active_date', value)).toBe('e');
    expect(await found('rows', 'createdAt.from', value)).toBe('abcde');
  });

  it('parses a moment in UTC, and a day as all of its moments', async () => {
    expect(await found('orders', 'moment', '3/31/2026 8:30 AM')).toBe('a');
    expect(await found('orders', 'moment.to', '2026-03-31T08:29Z')).toBe('');
    expect(await found('orders', 'moment', '2026-04-01')).toBe('b');
  });

  it('parses days and relative dates in the time zone of the reader', async () => {
    const inHonolulu = (key: string, value: string) => found('orders', key, value, '&filterTimeZone=Pacific/Honolulu');
    // 8:30 in UTC is 22:30 of the day before.
    expect(await inHonolulu('moment', '2026-03-30')).toBe('a');
    expect(await inHonolulu('moment.to', '2026-03-30')).toBe('a');
    expect(await inHonolulu('moment.from', '2026-03-31')).toBe('b');
    expect(await inHonolulu('day', '2026-03-31')).toBe('a');
    onTestFinished(setClock(() => Date.parse('2026-03-31T12:00:00.000Z')));
    expect(await inHonolulu('moment', 'yesterday')).toBe('a');
    expect(await found('orders', 'moment', 'today')).toBe('a');
  });

  it('rejects an unknown time zone', async () => {
    const error = await errorOfQuery(api.admin, `${pagePath('orders', 'day', 'today')}&filterTimeZone=Mars`);
    expect(error).toMatchObject({ details: { fields: [{ path: '/filterTimeZone', value: 'Mars' }] } });
  });

  it('matches empty values however they are stored', async () => {
    expect(await found('orders', 'day.is', 'empty')).toBe('d');
    expect(await found('orders', 'moment.is', 'any')).toBe('ab');
    expect(await found('rows', 'data.active_date.is', 'empty')).toBe('d');
  });
});

it.each<[List, string, string, string]>([
  ['rows', 'data.revenue', 'many', 'Must be a number'],
  ['rows', 'data.revenue.from', '200.5.0', 'Must be a number'],
  ['orders', 'spend', '150.000.00', 'Must be a number'],
  ['rows', 'data.active_date', '2026-02-30', 'February 2026 has no day 30'],
  ['rows', 'data.active_date.from', '0026-01-01', 'The year must be 1900 or later'],
  ['rows', 'data.active_date.to', '0000-00-00', 'There is no month 00'],
  ['orders', 'day', '3/2026', 'This date is incomplete'],
  ['orders', 'moment.from', '2026-02-30T08:30:00Z', 'February 2026 has no day 30'],
  ['rows', 'createdAt.from', '2026-13-01', 'There is no month 13'],
  ['rows', 'createdAt', '2026', 'This date is incomplete'],
  ['rows', 'createdAt.to', 'soon', 'Must be a date, such as 3/31/2026'],
])('rejects a filter of %s on %s with %j with the path', async (list, key, value, message) => {
  const errorAt = (path: string) => ({ details: { fields: [{ path, value, message }] } });
  expect(await errorOfQuery(api.admin, pagePath(list, key, value))).toMatchObject(errorAt(`/${key}`));
  const place = key.replace(/\.(from|to)$/, '/$1');
  expect(await errorOfQuery(api.admin, inJson(list, key, value))).toMatchObject(errorAt(`/filter/${place}`));
});
