import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agency, aDraft, anAgency } from './factories.ts';
import { type Api, callExpecting, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

describe('populate', () => {
  it('replaces ids by records', async () => {
    const draft = await aDraft(agency);
    const query = `id=${draft.id}&populate=form,client,user,channel`;
    expect(
      (await callExpecting<{ results: object[] }>(api.admin.call, 200, { path: `/api/orders?${query}` })).results,
    ).toMatchObject([
      {
        id: draft.id,
        form: { id: agency.channel.orderFormId },
        client: { id: agency.client.id, name: agency.client.name },
        user: { id: agency.user.user.id },
        channelId: { id: agency.channel.id },
      },
    ]);
  });

  it('is rejected for a field that is no reference', async () => {
    expect(await api.admin.call({ path: '/api/orders?populate=status' })).toMatchObject({
      status: 400,
      body: { details: { context: 'querystring', fields: [{ path: '/populate' }] } },
    });
  });

  it('gives no access to an order of another agency', async () => {
    const draft = await aDraft(agency);
    const stranger = await anAgency(api);
    expect((await stranger.user.call({ path: `/api/orders/${draft.id}?populate=client` })).status).toBe(404);
  });
});
