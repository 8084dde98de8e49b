import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Entity, Order } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aChannel, aClient, aDraft, anAgency, anEntity, aUser } from './factories.ts';
import { patchOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;
let branch: Entity;
let ofBranch: Client;
/** A member of both agencies, who may read the clients of both. */
let both: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  stranger = await anAgency(api);
  branch = await anEntity(api, { parent: agency.entity.id });
  ofBranch = await aClient(api, { below: branch });
  both = await api.signedInAs(
    await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity, stranger.entity] }),
  );
});
afterAll(() => api.close());

const make = (person: SignedInUser, fields: Partial<Order>, { channel }: Pick<Agency, 'channel'> = agency) => {
  const body = { channelId: channel.id, form: channel.orderFormId, formData: { headline: 'Bread' }, ...fields };
  return person.call({ method: 'POST', path: '/api/orders', body });
};
const errorAt = (path: string, message: string) => ({
  status: 422,
  body: { code: 'DATABASE_VALIDATION_ERROR', details: { errors: [{ path, message }] } },
});
const notInTree = errorAt('/client', "This client is not in the tree of the channel's entity's entity");

describe('the client of an order', () => {
  it('can be any client in the tree of its channel, including branches', async () => {
    expect(await make(both, { client: agency.client.id })).toMatchObject({ status: 201 });
    expect(await make(both, { client: ofBranch.id })).toMatchObject({
      status: 201,
      body: { treeScope: ofBranch.treeScope },
    });
    expect(await make(both, { client: stranger.client.id }, stranger)).toMatchObject({ status: 201 });
  });

  it('cannot be outside that tree, even if the user or an ADMIN may read it', async () => {
    expect(await make(both, { client: stranger.client.id })).toMatchObject(notInTree);
    expect(await make(api.admin, { client: stranger.client.id })).toMatchObject(notInTree);
    const channel = await aChannel(api, { entity: branch });
    expect(await make(both, { client: agency.client.id }, { channel })).toMatchObject(notInTree);
    const order = await aDraft({ ...agency, user: both });
    expect(await patchOrder(both, order, { client: stranger.client.id })).toMatchObject(notInTree);
    expect(await patchOrder(both, order, { client: ofBranch.id })).toMatchObject({ status: 200 });
  });

  it('must stay in the tree when the order moves to another channel', async () => {
    const order = await aDraft({ ...agency, user: both });
    const away = { channelId: stranger.channel.id, form: stranger.channel.orderFormId };
    expect(await patchOrder(both, order, away)).toMatchObject(notInTree);
    expect(await patchOrder(both, order, { ...away, client: stranger.client.id })).toMatchObject({
      status: 200,
      body: { treeScope: stranger.client.treeScope },
    });
  });

  it('can be outside all trees for an ADMIN only, and the order is then placed at its channel', async () => {
    const outside = await aClient(api);
    expect(await make(api.admin, { client: outside.id })).toMatchObject({
      status: 201,
      body: { treeScope: agency.channel.treeScope },
    });
    expect(await make(both, { client: outside.id })).toMatchObject(errorAt('/client', 'No Client has this id'));
  });
});

describe('the user of an order', () => {
  it('can be a colleague if a moderator creates it', async () => {
    const colleague = await aUser(api, { memberOf: [agency.entity] });
    const inBranch = await aUser(api, { memberOf: [branch] });
    expect(await make(agency.moderator, { user: colleague.id, client: agency.client.id })).toMatchObject({
      status: 201,
    });
    expect(await make(agency.moderator, { user: inBranch.id, client: ofBranch.id })).toMatchObject({ status: 201 });
    expect(await make(agency.moderator, { user: inBranch.id })).toMatchObject({
      status: 201,
      body: { treeScope: branch.treeScope },
    });
  });

  it('cannot be outside the tree of the order', async () => {
    const message = "This user is not a member of the order's entity";
    const inBranch = await aUser(api, { memberOf: [branch] });
    expect(await make(both, { user: stranger.user.user.id })).toMatchObject(errorAt('/user', message));
    expect(await make(both, { user: inBranch.id, client: agency.client.id })).toMatchObject(errorAt('/user', message));
    const order = await aDraft(agency);
    expect(await patchOrder(both, order, { user: stranger.user.user.id })).toMatchObject(errorAt('/user', message));
    expect(await patchOrder(both, order, { user: agency.moderator.user.id })).toMatchObject({ status: 200 });
  });

  it('can be an ADMIN anywhere, and cannot be deactivated', async () => {
    expect(await make(api.admin, { user: (await aUser(api, { roles: ['ADMIN'] })).id })).toMatchObject({ status: 201 });
    const inactiveUser = await aUser(api, { memberOf: [agency.entity], inactive: true });
    expect(await make(agency.moderator, { user: inactiveUser.id })).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_INOPERABLE', details: { resourceType: 'User', resourceId: inactiveUser.id } },
    });
  });
});
