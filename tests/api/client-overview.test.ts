import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { ClientOverview } from '#schemas/clients/overview.ts';
import type { Client, Order, ProspectAudit, Report, ReportRow } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, aForm, anAgency } from './factories.ts';
import { orderFactories } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

let api: Api;
let ours: Agency;
let theirs: Agency;
beforeAll(async () => {
  api = await startApi();
  const form = await aForm(api, { widgets: [{ type: 'file_input', meta: { key: 'logo', label: 'Logo' } }] });
  [ours, theirs] = [await anAgency(api, { form }), await anAgency(api, { form })];
});
afterAll(() => api.close());

const overview = (client: Client, person: SignedInUser = ours.user) =>
  callExpecting<ClientOverview>(person.call, 200, { path: `/api/clients/${client.id}/overview` });

describe('the overview of a client', () => {
  it('counts its orders by status, and none of other clients', async () => {
    const client = await aClient(api, { below: ours.entity });
    for (const _ of ['one', 'two']) await aDraft(ours, { client: client.id });
    await aDraft(ours);
    await orderFactories({ ...ours, client }).PENDING();
    expect((await overview(client)).orders).toEqual([
      { status: 'DRAFT', count: 2 },
      { status: 'PENDING', count: 1 },
    ]);
  });

  it('sums its revenue by year from readable report rows, and none of other agencies', async () => {
    const [client, stranger] = [
      await aClient(api, { below: ours.entity, externalId: 'OV-1' }),
      await aClient(api, { below: theirs.entity, externalId: 'OV-2' }),
    ];
    const report: Report = await api.admin.create('Report', { name: 'Revenue' });
    const row = (agency_client_id: string, fiscal_year: number, revenue: number, fields: object = {}) =>
      callExpecting<ReportRow>(api.admin.call, 201, {
        method: 'POST',
        path: `/api/reports/${report.id}/rows`,
        body: { batch: 'one', data: { agency_client_id, fiscal_year, revenue, net_revenue: revenue / 2 }, ...fields },
      });
    await row('OV-1', 2025, 100.1);
    await row('OV-1', 2026, 10.1);
    await row('OV-1', 2026, 20.2);
    await row('OV-1', 2026, 1_000, { hidden: true });
    await row('OV-2', 2026, 7);
    expect((await overview(client)).revenue).toEqual([
      { year: 2026, rows: 2, revenue: 30.3, netRevenue: 15.15 },
      { year: 2025, rows: 1, revenue: 100.1, netRevenue: 50.05 },
    ]);
    expect((await overview(stranger, theirs.user)).revenue).toEqual([
      { year: 2026, rows: 1, revenue: 7, netRevenue: 3.5 },
    ]);
  });

  it('lists the files of its orders, each with the order that contains it', async () => {
    const client = await aClient(api, { below: ours.entity });
    const file = await (await uploadsTo(api)).upload(ours.user);
    const logo = { id: file.id, name: file.name, mimeType: file.mimeType };
    const order: Order = await aDraft(ours, { client: client.id, formData: { logo } });
    const { files } = await overview(client, ours.moderator);
    expect(files).toMatchObject([
      { ...logo, order: { id: order.id, refCode: order.refCode, channelId: ours.channel.id } },
    ]);
    expect((await overview(ours.client, ours.moderator)).files).toEqual([]);
  });

  it('is not found for users who may not read the client, and is empty if there is nothing', async () => {
    const client = await aClient(api, { below: ours.entity });
    expect(await overview(client)).toEqual({ id: client.id, orders: [], revenue: [], files: [] });
    const answer = await theirs.user.call({ path: `/api/clients/${client.id}/overview` });
    expect(answer).toMatchObject({ status: 404, body: { code: 'RESOURCE_NOT_FOUND' } });
  });
});

it('lists the prospect audits that led to the client only for users who may read them', async () => {
  const audit = { madeClient: ours.client.id, status: 'success' as const };
  const [own, foreign] = [
    await storeOf('ProspectAudit').insert({ ...audit, businessName: 'Bakery', userId: ours.user.user.id }),
    await storeOf('ProspectAudit').insert({ ...audit, businessName: 'Bakery', userId: theirs.user.user.id }),
  ];
  const found = async (person: SignedInUser) => {
    const path = `/api/prospect_audit?madeClient=${ours.client.id}`;
    return (await callExpecting<{ results: ProspectAudit[] }>(person.call, 200, { path })).results.map(({ id }) => id);
  };
  expect(await found(ours.user)).toEqual([own.id]);
  expect(await found(theirs.user)).toEqual([foreign.id]);
  expect((await found(api.admin)).toSorted()).toEqual([own.id, foreign.id].toSorted());
});
