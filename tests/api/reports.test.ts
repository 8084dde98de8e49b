import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report, ReportRow } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, anAgency, anEntity } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let report: Report;
let test: Report;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  report = await api.admin.create('Report', { name: 'Revenue' });
  test = await api.admin.create('Report', { name: 'A test', kind: 'Test' });
});
afterAll(() => api.close());

const rows = ({ id }: Report) => `/api/reports/${id}/rows`;
const add = (data: object, of = report, fields: object = {}) =>
  callExpecting<ReportRow>(api.admin.call, 201, {
    method: 'POST',
    path: rows(of),
    body: { batch: 'one', data, ...fields },
  });

it('rows belong to the kind of their report and have its data fields', async () => {
  const row = await add({ test: 'x' }, test);
  expect(row).toMatchObject({ kind: 'Test', hidden: false, data: { test: 'x' } });
  const wrong = await api.admin.call({ method: 'POST', path: rows(test), body: { batch: 'b', data: { revenue: 1 } } });
  expect(wrong).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: '/data/revenue', message: 'Not a field of the kind Test' }] } },
  });
  const { results } = await callExpecting<{ results: ReportRow[] }>(api.admin.call, 200, { path: rows(test) });
  expect(results.map(({ id }) => id)).toEqual([row.id]);
});

it('a row is placed in the tree by its client, else by its order, else by its organization name', async () => {
  const client = await aClient(api, { below: agency.entity, externalId: 'N-17' });
  const order = await aDraft(agency);
  const scopeOf = async (data: object) => (await add(data)).treeScope;
  expect(await scopeOf({ agency_client_id: 'N-17' })).toEqual(client.treeScope);
  expect(await scopeOf({ agency_client_id: client.id })).toEqual(client.treeScope);
  expect(await scopeOf({ agency_client_id: 'unknown', order_id: order.refCode })).toEqual(order.treeScope);
  expect(await scopeOf({ organization_name: agency.entity.name })).toEqual([agency.entity.id]);
  expect(await scopeOf({ organization_name: 'Nobody' })).toEqual([]);
});

it('a text of another agency cannot move rows of an agency', async () => {
  const { entity } = agency;
  const other = await anAgency(api);
  const scopeOf = async (organization_name: string) => (await add({ organization_name })).treeScope;
  await aClient(api, { below: other.entity, name: 'Unknown Radio' });
  await other.user.call({ method: 'PATCH', path: `/api/clients/${other.client.id}`, body: { name: entity.name } });
  const branch = { name: entity.name, shortName: entity.id, parent: other.entity.id };
  expect((await other.moderator.call({ method: 'POST', path: '/api/entities', body: branch })).status).toBe(201);
  expect(await scopeOf(entity.name)).toEqual([entity.id]);
  expect(await scopeOf(entity.id)).toEqual([entity.id]);
  expect(await scopeOf('Unknown Radio')).toEqual([]);
  expect(await scopeOf(other.client.treeScope[0] ?? '')).toEqual([]);
  for (const parent of [entity, other.entity]) await anEntity(api, { name: 'East', parent: parent.id });
  expect(await scopeOf('East')).toEqual([]);
});

it('an agency reads the visible rows of its tree and their totals', async () => {
  const of = await api.admin.create('Report', { name: 'Of the agency' });
  const agency_client_id = agency.client.id;
  await add({ agency_client_id, revenue: 100, net_revenue: 60, industry: 'Food', fiscal_year_month: '2026-01' });
  await add({ agency_client_id, revenue: 50, net_revenue: 30, industry: 'Retail', fiscal_year_month: '2026-01' });
  const hidden = await add({ agency_client_id, revenue: 7, net_revenue: 1 }, report, { hidden: true });
  await add({ organization_name: 'Nobody', revenue: 1_000 });
  const { results } = await callExpecting<{ results: ReportRow[] }>(agency.user.call, 200, { path: rows(of) });
  expect(results.every(({ treeScope }) => treeScope.includes(agency.entity.id))).toBe(true);
  expect(results.map(({ id }) => id)).not.toContain(hidden.id);
  expect((await agency.user.call({ path: `${rows(of)}/${hidden.id}` })).status).toBe(404);
  const summary = await callExpecting(agency.user.call, 200, { path: `/api/reports/${of.id}/summary` });
  expect(summary).toMatchObject({
    revenue: 150,
    netRevenue: 90,
    by: {
      fiscalMonth: expect.arrayContaining([{ value: '2026-01', rows: 2, revenue: 150, netRevenue: 90 }]),
      industry: expect.arrayContaining([{ value: 'Retail', rows: 1, revenue: 50, netRevenue: 30 }]),
    },
  });
  const change = await agency.user.call({ method: 'PATCH', path: `${rows(of)}/${hidden.id}`, body: { hidden: false } });
  expect(change.status).toBe(404);
});

it('a preview of a report that is not saved has its rows and totals, for users who may create reports', async () => {
  const other = await anAgency(api);
  for (const { client } of [agency, other])
    await add({ agency_client_id: client.id, revenue: 5, industry: 'Previewed', customer_name: client.name });
  const hidden = { agency_client_id: other.client.id, revenue: 7, industry: 'Previewed' };
  await add(hidden, report, { hidden: true });
  const preview = (filters: object, call = api.admin.call) =>
    call({ method: 'POST', path: '/api/reports/preview', body: { kind: 'AgencyOrder', config: { filters } } });
  const filters = { industry: ['Previewed'] };
  expect((await preview(filters)).body).toMatchObject({
    summary: { rows: 2, revenue: 10 },
    rows: [{ data: { customer_name: other.client.name } }, { data: { customer_name: agency.client.name } }],
  });
  expect(await preview({ nothing: ['x'] })).toMatchObject({
    status: 422,
    body: { details: { errors: [{ path: '/config/filters/nothing', message: 'Rows have no field nothing' }] } },
  });
  expect((await preview(filters, other.user.call)).status).toBe(403);
  expect((await preview(filters, api.call)).status).toBe(401);
});

it('a measure of vendor spend is added up from the rows that the reader may read, and only if the report has it', async () => {
  const other = await anAgency(api);
  const spends = [
    { client: agency.client, total_vendor_spend: 0.1, actual_vendor_spend: 4 },
    { client: agency.client, total_vendor_spend: 0.2, actual_vendor_spend: null },
    { client: other.client, total_vendor_spend: 100, actual_vendor_spend: 1 },
  ];
  for (const { client, ...data } of spends)
    await add({ agency_client_id: client.id, industry: 'Spent', product_group: 'Radio', revenue: 10, ...data });
  const filters = { industry: ['Spent'] };
  const measures = ['totalVendorSpend', 'actualVendorSpend', 'averageRevenue'];
  const [usual, spent] = [
    await api.admin.create('Report', { name: 'Usual', config: { filters } }),
    await api.admin.create('Report', { name: 'Spent', config: { filters, measures, groups: ['productGroup'] } }),
  ];
  const summaryOf = (of: Report, { call } = agency.user) =>
    callExpecting<object>(call, 200, { path: `/api/reports/${of.id}/summary` });
  const ofAgency = { rows: 2, revenue: 20, netRevenue: 0, totalVendorSpend: 0.3, actualVendorSpend: 4 };
  const summary = await summaryOf(spent);
  expect(summary).toMatchObject({ ...ofAgency, countedTo: null });
  expect(Object(summary).by.productGroup).toEqual([{ value: 'Radio', ...ofAgency }]);
  expect(await summaryOf(spent, other.user)).toMatchObject({ rows: 1, totalVendorSpend: 100 });
  expect(await summaryOf(usual)).not.toHaveProperty('totalVendorSpend');
  const preview = { kind: 'AgencyOrder', config: { filters, measures: ['totalVendorSpend'] } };
  expect(
    await callExpecting(api.admin.call, 200, { method: 'POST', path: '/api/reports/preview', body: preview }),
  ).toMatchObject({ summary: { rows: 3, totalVendorSpend: 100.3 } });
});

it('a report with unknown groups or measures is rejected with their paths', async () => {
  const create = (kind: string, config: object) =>
    api.admin.call({ method: 'POST', path: '/api/reports', body: { name: 'Unknown', kind, config } });
  const errorsOf = ({ body }: { body: unknown }) => Object(body).details.errors;
  const wrong = await create('AgencyOrder', { groups: ['nothing'], measures: ['revenue', 'constructor', 1] });
  expect(errorsOf(wrong)).toMatchObject([
    { path: '/config/groups/0', message: expect.stringMatching(/^There is no group nothing; known: fiscalMonth/) },
    { path: '/config/measures/1', message: expect.stringMatching(/^There is no measure constructor; known: revenue/) },
    { path: '/config/measures/2', message: 'Must be a name' },
  ]);
  expect(errorsOf(await create('Test', { measures: ['revenue'] }))).toMatchObject([{ path: '/config/measures/0' }]);
});

it('a report without rows has empty totals', async () => {
  const { user } = agency;
  expect(await callExpecting(user.call, 200, { path: `/api/reports/${test.id}/summary` })).toEqual({
    rows: 0,
    revenue: 0,
    netRevenue: 0,
    by: { fiscalMonth: [], productGroup: [], salesChannel: [], industry: [] },
    isRebuilding: false,
    countedTo: null,
  });
});

it('totals of money are exact, whether they are cached or computed', async () => {
  const of = await api.admin.create('Report', { name: 'Cents' });
  for (const revenue of [0.1, 0.2, 4.35, 4.35, 0.00125, 33.33, -1.1, 100_000_000.01])
    await add({ industry: 'Cents', revenue, net_revenue: -revenue }, of);
  for (const query of ['?data.industry=Cents', '?data.industry=Cents&data.revenue.from=-2']) {
    const path = `/api/reports/${of.id}/summary${query}`;
    const summary = await callExpecting(api.admin.call, 200, { path });
    const totals = { rows: 8, revenue: 100_000_041.24125, netRevenue: -100_000_041.24125 };
    expect(summary, query).toMatchObject({ ...totals, by: { industry: [{ value: 'Cents', ...totals }] } });
  }
});

it('a report and its totals accept filters on row data, and the totals accept nothing else', async () => {
  const of = await api.admin.create('Report', { name: 'Filtered', config: { filters: { product: 'Filtered' } } });
  const months = ['2026-01', '2026-02', '2026-03'];
  for (const [index, fiscal_year_month] of months.entries())
    await add({
      product: 'Filtered',
      fiscal_year_month,
      revenue: 10 ** index,
      industry: index > 0 ? 'Food' : 'Retail',
    });
  const totals = async (query: string) =>
    callExpecting<{ rows: number; revenue: number }>(api.admin.call, 200, {
      path: `/api/reports/${of.id}/summary${query}`,
    });
  const listRows = async (query: string) =>
    callExpecting<{ pagination: { total: number } }>(api.admin.call, 200, {
      path: `/api/reports/${of.id}/view${query}`,
    });
  for (const [query, rows, revenue] of [
    ['', 3, 111],
    ['?data.industry=Food', 2, 110],
    ['?data.industry=food,Retail', 3, 111],
    ['?data.fiscal_year_month.from=2026-02&data.fiscal_year_month.to=2026-02', 1, 10],
    ['?data.revenue.from=10', 2, 110],
    ['?data.caption.is=empty&data.industry=Retail', 1, 1],
  ] as const) {
    expect(await totals(query), query).toMatchObject({ rows, revenue });
    expect(await listRows(query), query).toMatchObject({ pagination: { total: rows } });
  }
  const amounts = async (query: string) => {
    const path = `/api/reports/${of.id}/view?columns=data.revenue&sort=${query}`;
    const { results } = await callExpecting<{ results: { data: { revenue: number } }[] }>(api.admin.call, 200, {
      path,
    });
    return results.map(({ data }) => data.revenue);
  };
  expect(await amounts('data.revenue')).toEqual([1, 10, 100]);
  expect(await amounts('-data.industry,-data.revenue')).toEqual([1, 100, 10]);
  for (const query of ['?sort=-createdAt', '?nothing=1', '?data.constructor=1', '?page=1'])
    expect(await api.admin.call({ path: `/api/reports/${of.id}/summary${query}` }), query).toMatchObject({
      status: 400,
    });
});

it('proof of work is placed where its order is, for one of its lines or for none', async () => {
  const order = await aDraft(agency);
  const body = { orderId: order.id, batch: 'b', name: 'Log', date: '2026-01-02T00:00:00.000Z' };
  const make = (extra: object) =>
    api.admin.call({ method: 'POST', path: '/api/proof_of_work', body: { ...body, ...extra } });
  expect(await make({ orderProductId: 'a'.repeat(16) })).toMatchObject({
    status: 422,
    body: { details: { errors: [{ path: '/orderProductId' }] } },
  });
  const row = await make({});
  expect(row).toMatchObject({ status: 201, body: { treeScope: order.treeScope } });
  const { results } = await callExpecting<{ results: { orderId: string }[] }>(agency.user.call, 200, {
    path: `/api/proof_of_work?orderId=${order.id}`,
  });
  expect(results).toMatchObject([{ name: 'Log' }]);
});
