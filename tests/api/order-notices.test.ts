import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Entity, Order } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
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

/** The notices of an order with their recipients, oldest first. */
async function noticesOf(order: Order): Promise<object[]> {
  const mails = await storeOf('OutboxMessage').find({ filter: { order: order.id }, sort: ['createdAt'] });
  return mails.map(({ kind, to, refusals }) => ({ kind, to: to.toSorted(), refusals }));
}
const noticeTo = (kind: string, ...people: SignedInUser[]) => ({
  kind,
  to: people.map(({ user }) => user.email).toSorted(),
  refusals: [],
});

/** An order of this user in a channel of the entity, for a client below it. */
async function submit(entity: Entity, user: SignedInUser): Promise<Order> {
  const [channel, client] = [await aChannel(api, { entity }), await aClient(api, { below: entity })];
  return await patchOrderOk(user, await aDraft({ ...agency, channel, client, user }), { status: 'PENDING' });
}

it('a submission notifies the moderators of the entity of the channel and of those above it, except its actor', async () => {
  const branch = await anEntity(api, { parent: agency.entity.id });
  const ofBranch = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [branch] }));
  expect(await noticesOf(await submit(branch, agency.user))).toEqual([
    noticeTo('submitted', agency.moderator, ofBranch),
  ]);
  expect(await noticesOf(await submit(branch, agency.moderator))).toEqual([noticeTo('submitted', ofBranch)]);
  expect(await noticesOf(await submit(agency.entity, agency.user))).toEqual([noticeTo('submitted', agency.moderator)]);
});

it('a submission notifies the ADMINs if no entity of the order has a moderator', async () => {
  const entity = await anEntity(api);
  const user = await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'], memberOf: [entity] }));
  expect(await noticesOf(await submit(entity, user))).toEqual([noticeTo('submitted', api.admin)]);
});

it('a decision notifies the user of the order, and nobody if that user has taken it', async () => {
  const theirs = await submit(agency.entity, agency.user);
  await patchOrderOk(agency.moderator, theirs, { status: 'DRAFT', reason: 'The logo is missing' });
  expect(await noticesOf(theirs)).toEqual([noticeTo('submitted', agency.moderator), noticeTo('returned', agency.user)]);
  const own = await submit(agency.entity, agency.moderator);
  await patchOrderOk(agency.moderator, own, { status: 'COMPLETE' });
  expect(await noticesOf(own)).toEqual([]);
});
