import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Entity, Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aChannel, aClient, aDraft, anAgency, anEntity, aUser } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

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

describe('populate of a user or an entity that the viewer may not read', () => {
  let group: Entity;
  let below: Entity;
  let branchUser: SignedInUser;
  let order: Order;

  // The order belongs to a client of the branch; its user and moderator are members of the whole group only.
  beforeAll(async () => {
    group = await anEntity(api, { name: 'Group' });
    below = await anEntity(api, { name: 'Branch', parent: group.id });
    branchUser = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [below] }));
    const person = (name: string) => aUser(api, { name, roles: ['AGENCY_ADMIN'], memberOf: [group] });
    const [seller, moderator] = [await person('Uma Above'), await person('Mia Above')];
    const channel = await aChannel(api, { entity: group });
    const client = await aClient(api, { below });
    const draft = await aDraft({ ...agency, channel, client, user: await api.signedInAs(seller) });
    const pending = await patchOrderOk(api.admin, draft, { status: 'PENDING' });
    order = await patchOrderOk(api.admin, pending, { assignedTo: moderator.id });
  });

  const rowOf = async <T>(person: SignedInUser, path: string) =>
    (await callExpecting<{ results: T[] }>(person.call, 200, { path })).results[0];

  it('gives its id and name and nothing else, in lists and single records', async () => {
    for (const { path, field } of [
      { path: `users/${order.user}`, field: 'user' },
      { path: `entities/${group.id}`, field: 'parent' },
    ])
      expect((await branchUser.call({ path: `/api/${path}` })).status, field).toBe(404);
    const entity = await callExpecting<object>(branchUser.call, 200, {
      path: `/api/entities/${below.id}?populate=parent`,
    });
    expect(entity).toHaveProperty('parent', { id: group.id, name: 'Group' });
    expect(await rowOf(branchUser, `/api/entities?id=${below.id}&populate=parent`)).toHaveProperty('parent', {
      id: group.id,
      name: 'Group',
    });
    const names = {
      user: { id: order.user, name: 'Uma Above' },
      assignedTo: { id: order.assignedTo, name: 'Mia Above' },
    };
    const one = await callExpecting<Order>(branchUser.call, 200, {
      path: `/api/orders/${order.id}?populate=user,assignedTo`,
    });
    expect({ user: one.user, assignedTo: one.assignedTo }).toEqual(names);
    const row = await rowOf<Order>(branchUser, `/api/orders?id=${order.id}&populate=user,assignedTo`);
    expect({ user: row?.user, assignedTo: row?.assignedTo }).toEqual(names);
  });

  it('gives the whole record of one that the viewer may read', async () => {
    const row = await rowOf<Order>(agency.user, `/api/orders?id=${(await aDraft(agency)).id}&populate=user`);
    expect(row?.user).toMatchObject({ id: agency.user.user.id, email: agency.user.user.email });
  });

  it('gives names in CSV as well', async () => {
    const path = `/api/entities.csv?id=${below.id}&columns=name,parent&populate=parent`;
    expect((await branchUser.call({ path })).body).toBe('Name,Parent\nBranch,Group\n');
  });

  it('gives no name of a client, a channel or a form', async () => {
    const channel = await callExpecting<{ entityId: unknown; orderFormId: unknown }>(branchUser.call, 200, {
      path: `/api/channels/${order.channelId}?populate=entity`,
    });
    expect(channel.entityId).toEqual({ id: group.id, name: 'Group' });
    const client = await aClient(api, { below: agency.entity });
    await storeOf('Order').updateMany({ _id: order.id }, { $set: { client: client.id } });
    const row = await rowOf<Order>(branchUser, `/api/orders?id=${order.id}&populate=client`);
    expect(row?.client).toBe(client.id);
  });

  it('gives no name of a record that a user tries to refer to', async () => {
    const body = { name: 'Own', parent: group.id };
    const { status } = await branchUser.call({ method: 'POST', path: '/api/entities', body });
    expect(status).toBeGreaterThanOrEqual(400);
    const stranger = await anAgency(api);
    const member = { user: stranger.user.user.id, flags: 0 };
    expect(
      (await branchUser.call({ method: 'POST', path: `/api/entities/${below.id}/members`, body: member })).status,
    ).toBe(422);
  });

  it('gives nothing of a record to somebody who may not read the one that refers to it', async () => {
    expect((await agency.moderator.call({ path: `/api/entities/${below.id}?populate=parent` })).status).toBe(404);
    expect(await rowOf(agency.moderator, `/api/entities?id=${below.id}&populate=parent`)).toBeUndefined();
  });
});
