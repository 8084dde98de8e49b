import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { lastWeeks } from '#api/features/dashboard/dashboard.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aUser } from './factories.ts';
import { orderFactories, patchOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
beforeAll(async () => {
  api = await startApi();
  [agency, other] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const path = '/api/dashboard';
const dashboard = () => callExpecting<Record<string, unknown>>(api.admin.call, 200, { path });

describe('the dashboard', () => {
  it('counts orders by status, week and channel as their lists do, and pending work', async () => {
    await orderFactories(agency).PENDING();
    const orders = [await aDraft(agency), await aDraft(other), await orderFactories(agency).COMPLETE()];
    const counts = await dashboard();
    const totalOf = async (query: string) =>
      (
        await callExpecting<{ pagination: { total: number } }>(api.admin.call, 200, {
          path: `/api/orders?limit=1&${query}`,
        })
      ).pagination.total;
    for (const status of ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'])
      expect(counts.statuses).toContainEqual({ status, count: await totalOf(`status=${status}`), isMinimum: false });
    const today = orders[0]?.createdAt.slice(0, 10) ?? '';
    const weeks = lastWeeks(new Date(today));
    expect(weeks).toHaveLength(12);
    const { from, to } = weeks.at(-1) ?? { from: '', to: '' };
    expect(from <= today && today <= to).toBe(true);
    expect(counts.weeks).toContainEqual({
      from,
      to,
      count: await totalOf(`created.from=${from}&created.to=${to}`),
      isMinimum: false,
    });
    expect(counts.channels).toContainEqual({
      id: agency.channel.id,
      name: agency.channel.name,
      count: await totalOf(`channelId=${agency.channel.id}`),
      isMinimum: false,
    });
    expect(counts.waiting).toMatchObject({
      count: 1,
      since: expect.any(String),
      longer: expect.arrayContaining([{ time: '1_day', count: 0, isMinimum: false }]),
    });
  });

  it('counts once for each field what prevented orders from being submitted, without the typed values', async () => {
    const secret = await aDraft(agency, { formData: {} });
    for (const _ of [1, 2]) expect((await patchOrder(agency.user, secret, { status: 'PENDING' })).status).toBe(422);
    const rejected = { form: agency.channel.orderFormId, path: 'headline', label: 'Headline', reason: 'missing' };
    await expect
      .poll(async () => (await dashboard()).refusals)
      .toContainEqual({ ...rejected, formName: expect.any(String), count: 2 });
    expect(await storeOf('RefusalCount').count({ form: rejected.form })).toBe(1);
  });

  it('requires full access to the back-office', async () => {
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    expect((await developer.call({ path })).status).toBe(200);
    for (const person of [agency.moderator, agency.user, await api.signedInAs(await aUser(api))])
      expect(await person.call({ path })).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
    expect((await api.admin.call({ path: `${path}?a=1` })).status).toBe(400);
  });
});
