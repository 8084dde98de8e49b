import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';
import { databaseDrift } from './database-drift.ts';
import { type Agency, aClient, aDraft, anAgency, anEntity, aUser } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

type Page = { pagination: { total: number }; results: Order[] };

let api: Api;
let ours: Agency;
let theirs: Agency;

/** Clients of both agencies have the same name, so that the same word would find an order of the other agency. */
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const search = async (person: SignedInUser, word: string, more = '') => {
  const path = `/api/orders?search=${word}${more}`;
  const { pagination, results } = await callExpecting<Page>(person.call, 200, { path });
  return [pagination.total, results.length];
};

/** A new client of this name below the agency, with two drafts. */
async function twoOrders(agency: Agency, name: string) {
  const client = await aClient(api, { below: agency.entity, name });
  return [await aDraft({ ...agency, client }), await aDraft({ ...agency, client })];
}

it('the total of a search counts the orders of the own agency only, and of both for a member of both', async () => {
  await twoOrders(ours, 'Quince Quilts');
  await twoOrders(theirs, 'Quince Quilts');
  const both = await api.signedInAs(await aUser(api, { memberOf: [ours.entity, theirs.entity] }));
  for (const person of [ours.user, theirs.user]) expect(await search(person, 'quin')).toEqual([2, 2]);
  for (const person of [both, api.admin]) expect(await search(person, 'quin')).toEqual([4, 4]);
  expect(await search(both, 'quilts', '&limit=1&page=3')).toEqual([4, 1]);
  expect(await search(ours.user, 'quin', '&status=COMPLETE')).toEqual([0, 0]);
});

it('the total of a search counts no orders of others for a member whose place in the tree is missing', async () => {
  await twoOrders(ours, 'Rowan Roofers');
  await twoOrders(theirs, 'Rowan Roofers');
  const member = await api.signedInAs(await aUser(api, { memberOf: [ours.entity] }));
  await storeOf('EntityMember').updateDerived({ user: member.user.id }, { $set: { treeScope: [] } });
  expect(await search(member, 'rowan')).toEqual([2, 2]);
});

it('the total of a search follows an order that gets a client of another branch', async () => {
  const branches = [
    await anEntity(api, { parent: ours.entity.id }),
    await anEntity(api, { parent: ours.entity.id }),
  ] as const;
  const [near, far] = await Promise.all(
    branches.map(async (below) => ({
      client: await aClient(api, { below, name: 'Walnut Works' }),
      person: await api.signedInAs(await aUser(api, { memberOf: [below] })),
    })),
  );
  if (!near || !far) throw new Error('There are two branches');
  const draft = await aDraft({ ...ours, client: near.client });
  expect([await search(near.person, 'walnut'), await search(far.person, 'walnut')]).toEqual([
    [1, 1],
    [0, 0],
  ]);
  await patchOrderOk(ours.user, draft, { client: far.client.id });
  expect([await search(near.person, 'walnut'), await search(far.person, 'walnut')]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

it('the total of a search follows the orders of an agency that moves below another', async () => {
  const agency = await anAgency(api);
  await twoOrders(agency, 'Juniper Joiners');
  expect(await search(theirs.user, 'juniper')).toEqual([0, 0]);
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/entities/${agency.entity.id}`,
    body: { parent: theirs.entity.id },
  });
  await pollUntil({ label: 'the orders to follow', seconds: 10 }, async () =>
    (await search(theirs.user, 'juniper')).join() === '2,2' ? true : undefined,
  );
  expect(await search(agency.user, 'juniper')).toEqual([2, 2]);
  expect(await search(ours.user, 'juniper')).toEqual([0, 0]);
});

it('the total of a search is at least the number of its rows while a job still moves orders', async () => {
  const [order] = await twoOrders(ours, 'Persimmon Press');
  const orders = mongoose.connection.collection('orders');
  await orders.updateOne({ _id: new mongoose.Types.ObjectId(order?.id) }, { $set: { treePath: '' } });
  expect(await search(ours.user, 'persimmon')).toEqual([2, 2]);
  await orders.updateOne(
    { _id: new mongoose.Types.ObjectId(order?.id) },
    { $set: { treePath: order?.treeScope.toReversed().join('') } },
  );
  expect((await databaseDrift(api)).lines.filter((line) => line.startsWith('orders'))).toEqual([]);
});
