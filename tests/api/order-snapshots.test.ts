import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  const pin = { type: 'password_input', meta: { key: 'pin', label: 'PIN' } };
  agency = await anAgency(api, { form: await aForm(api, { widgets: [textInput('headline', 'Headline'), pin] }) });
  stranger = (await anAgency(api)).moderator;
});
afterAll(() => api.close());

const pathTo = ({ id }: Pick<Order, 'id'>, revision: number) => `/api/orders/${id}/versions/${revision}`;
const stateAt = (order: Order, revision: number) =>
  callExpecting<Order>(agency.user.call, 200, { path: pathTo(order, revision) });
const storedStates = ({ id }: Order) =>
  mongoose.connection
    .collection('order_states')
    .find({ order: new mongoose.Types.ObjectId(id) })
    .toArray();

it('the history of an order with more than 500 versions is complete, and each earlier state is at most 50 patches away', {
  timeout: 180_000,
}, async () => {
  const count = 505;
  const cancelationNotes = 'The last';
  const order = await aDraft(agency, { formData: { headline: 'Number 1' } });
  for (let number = 2; number <= count; number += 1)
    await patchOrderOk(agency.user, order, { formData: { headline: `Number ${number}` } });
  await patchOrderOk(agency.user, order, { status: 'CANCELED', cancelationReason: 'dissatisfied', cancelationNotes });

  const history: OrderVersion[] = [];
  let next: string | undefined = '';
  while (next !== undefined) {
    const path = `/api/orders/${order.id}/versions?limit=200${next && `&after=${next}`}`;
    const page: { results: OrderVersion[]; pagination: { next?: string } } = await callExpecting(
      agency.user.call,
      200,
      {
        path,
      },
    );
    history.push(...page.results);
    next = page.pagination.next;
  }
  expect(history.map(({ orderRevision }) => orderRevision)).toEqual(
    Array.from({ length: count }, (_, index) => count + 1 - index),
  );

  const states = (await storedStates(order)).map(({ orderRevision }) => orderRevision).sort((a, b) => a - b);
  expect(states).toEqual([51, 101, 151, 201, 251, 301, 351, 401, 451, 501]);
  for (const revision of [1, 2, 49, 50, 51, 52, 300, 499, 505]) {
    const state = await stateAt(order, revision);
    expect(state).toMatchObject({ id: order.id, revision, formData: { headline: `Number ${revision}` } });
    expect(state.cancelationNotes).toBeUndefined();
  }
  expect((await stateAt(order, 506)).cancelationNotes).toBe(cancelationNotes);
  await patchOrderOk(api.admin, order, { status: 'DRAFT' });
  await callExpecting(agency.user.call, 200, { method: 'DELETE', path: `/api/orders/${order.id}` });
  expect(await storedStates(order)).toEqual([]);
});

it('an earlier state contains no password, neither stored nor returned', async () => {
  const order = await aDraft(agency, { formData: { headline: 'A', pin: 'four words of mine' } });
  await mongoose.connection
    .collection('orders')
    .updateOne({ _id: new mongoose.Types.ObjectId(order.id) }, { $set: { versionCount: 49 } });
  await patchOrderOk(agency.user, order, { formData: { headline: 'B', pin: 'four words of mine' } });
  const [snapshot] = await storedStates(order);
  expect(snapshot?.state.formData.headline).toBe('A');
  expect(JSON.stringify(snapshot)).not.toContain('four words');
  for (const revision of [1, 2]) expect((await stateAt(order, revision)).formData.pin).toBe('');
});

it('an earlier state can be read by readers of the order, and is not found if it does not exist', async () => {
  const order = await aDraft(agency);
  expect((await stranger.call({ path: pathTo(order, 1) })).status).toBe(404);
  expect((await agency.user.call({ path: pathTo(order, 2) })).status).toBe(404);
  expect((await agency.user.call({ path: pathTo(order, 0) })).status).toBe(400);
});
