import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { day, freezeClock, hour, minute } from './clock.ts';
import { type Agency, aChannel, aDraft, aForm, anAgency, anEntity, aUser, textInput } from './factories.ts';
import { patchOrderOk, readOrder } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let second: SignedInUser;
let stranger: Agency;

const budget = {
  type: 'number_input',
  meta: { key: 'budget', label: 'Budget', validationScript: 'if this < 500 { reject because "At least $500" }' },
};

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  const form = await aForm(api, { widgets: [textInput('headline', 'Headline'), budget] });
  agency = await anAgency(api, { form });
  stranger = await anAgency(api);
  second = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] }));
});

const good = { formData: { headline: 'Fresh bread', budget: 900 } };
const pending = async (place = agency, fields: Partial<Order> = good) =>
  patchOrderOk(place.user, await aDraft(place, fields), { status: 'PENDING' });
const act = (person: SignedInUser, { id }: Order, body: object) =>
  callExpecting<Order>(person.call, 201, { method: 'POST', path: `/api/orders/${id}/actions`, body });
const asking = { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring' };
const requestBypass = async (by = agency.user) => {
  const draft = await aDraft({ ...agency, user: by }, { formData: { headline: 'Cheap', budget: 1 } });
  return act(by, draft, asking);
};
const list = async (person: SignedInUser, query: string) =>
  (await callExpecting<{ results: Order[] }>(person.call, 200, { path: `/api/orders?${query}` })).results.map(
    ({ id }) => id,
  );
const rejection = async (query: string) => (await agency.moderator.call({ path: `/api/orders?${query}` })).body;

it('an order is pending since it or its change was last submitted, until it is decided', async () => {
  const clock = freezeClock();
  const sent = await pending();
  expect(sent.waitingSince).toBe(clock.now().toISOString());
  clock.pass(hour);
  // A correction by a moderator does not restart the time.
  const corrected = await patchOrderOk(agency.moderator, sent, { formData: { headline: 'Rye', budget: 900 } });
  expect(corrected.waitingSince).toBe(sent.waitingSince);
  const back = await patchOrderOk(agency.moderator, corrected, { status: 'DRAFT', reason: 'Which bread?' });
  expect(back.waitingSince).toBeNull();
  clock.pass(hour);
  const again = await patchOrderOk(agency.user, back, { status: 'PENDING' });
  expect(again).toMatchObject({ waitingSince: clock.now().toISOString(), submissionDate: sent.submissionDate });
  const complete = await patchOrderOk(agency.moderator, again, { status: 'COMPLETE' });
  expect(complete.waitingSince).toBeNull();
  clock.pass(hour);
  const change = { status: 'PENDING', changeNotes: 'More', formData: { headline: 'More bread', budget: 900 } };
  const changed = await patchOrderOk(agency.user, complete, change);
  expect(changed.waitingSince).toBe(clock.now().toISOString());
  const rejected = await patchOrderOk(agency.moderator, changed, { status: 'DRAFT', reason: 'No' });
  expect(rejected).toMatchObject({ status: 'COMPLETE', waitingSince: null });
});

it('the longest pending order is first, for an ADMIN and for moderators of a tree', async () => {
  const clock = freezeClock();
  const orders: Order[] = [];
  for (const _ of [1, 2, 3]) {
    orders.push(await pending());
    clock.pass(minute);
  }
  const [first] = orders;
  if (first) await patchOrderOk(agency.moderator, first, { formData: { headline: 'Newest save', budget: 900 } });
  const channel = `status=pending&sort=waitingSince&channel=${agency.channel.id}`;
  const ids = orders.map(({ id }) => id);
  expect(await list(agency.moderator, channel)).toEqual(ids);
  expect(await list(api.admin, channel)).toEqual(ids);
  expect(await list(agency.moderator, channel.replace('sort=', 'sort=-'))).toEqual(ids.toReversed());
});

it('the queue can be filtered by the pending time', async () => {
  const clock = freezeClock();
  const old = await pending();
  clock.pass(day + minute);
  const fresh = await pending();
  clock.pass(2 * hour);
  expect(await list(agency.moderator, 'waitingLonger=3_days')).toEqual([]);
  expect(await list(agency.moderator, 'waitingLonger=1_day')).toEqual([old.id]);
  // The shortest of several times applies, since it includes the others.
  expect((await list(agency.moderator, 'waitingLonger=1_day,1_hour')).toSorted()).toEqual(
    [old.id, fresh.id].toSorted(),
  );
  expect(await list(stranger.moderator, 'waitingLonger=1_hour')).toEqual([]);
  expect(await rejection('waitingLonger=ages')).toMatchObject({
    code: 'REQUEST_SCHEMA_INVALID',
    details: { fields: [{ path: '/waitingLonger', message: expect.stringContaining('1_week') }] },
  });
});

it('the queue can be filtered by agency with its whole tree, as far as the user may read it', async () => {
  const below = await anEntity(api, { parent: agency.entity.id });
  const channel = await aChannel(api, { entity: below });
  const lower = await aDraft({ ...agency, channel, client: { ...agency.client, id: '' } }, { client: null });
  const here = await pending();
  expect(await list(agency.moderator, `agency=${below.id}`)).not.toContain(here.id);
  expect(await list(agency.moderator, `agency=${agency.entity.id}`)).toEqual(
    expect.arrayContaining([here.id, lower.id]),
  );
  expect(await list(stranger.moderator, `agency=${agency.entity.id}`)).toEqual([]);
  expect(await list(api.admin, `agency=${stranger.entity.id},${agency.entity.id}&status=pending`)).toEqual([here.id]);
  expect(await rejection('agency=everything')).toMatchObject({ code: 'REQUEST_SCHEMA_INVALID' });
});

it('the orders pending for me exclude my own bypass requests and other agencies, and are empty for users who decide nothing', async () => {
  const plain = await pending();
  const mine = await requestBypass(agency.moderator);
  const theirs = await requestBypass();
  await pending(stranger, { formData: { headline: 'Elsewhere' } });
  await aDraft(agency, good);
  const query = 'waitingFor=me';
  expect((await list(agency.moderator, query)).toSorted()).toEqual([plain.id, theirs.id].toSorted());
  expect((await list(second, query)).toSorted()).toEqual([plain.id, mine.id, theirs.id].toSorted());
  expect(await list(agency.user, query)).toEqual([]);
  const filter = encodeURIComponent(JSON.stringify({ waitingFor: 'me', channelId: agency.channel.id }));
  expect((await agency.moderator.call({ path: `/api/orders?filter=${filter}` })).body).toHaveLength(2);
  expect(await rejection('waitingFor=everybody')).toMatchObject({ code: 'REQUEST_SCHEMA_INVALID' });
});

it('the queue distinguishes bypass requests from orders with granted waivers', async () => {
  await pending();
  const pendingOrder = await requestBypass();
  expect(pendingOrder.bypassRequestedBy).toBe(agency.user.user.id);
  const granted = await act(second, await requestBypass(), { kind: 'VALIDATION_BYPASS_APPROVED' });
  expect(granted.bypassRequestedBy).toBeNull();
  expect(await list(agency.moderator, 'waivers=requested')).toEqual([pendingOrder.id]);
  expect(await list(agency.moderator, 'waivers=granted')).toEqual([granted.id]);
  expect((await list(agency.moderator, 'waivers=granted,requested')).toSorted()).toEqual(
    [pendingOrder.id, granted.id].toSorted(),
  );
  expect(await list(stranger.moderator, 'waivers=requested')).toEqual([]);
  // A save that changes the rejected value ends the request.
  await patchOrderOk(agency.moderator, pendingOrder, { formData: { headline: 'Cheap', budget: 800 } });
  expect((await readOrder(agency.moderator, pendingOrder)).bypassRequestedBy).toBeNull();
});

it('clients cannot set since when an order is pending', async () => {
  const draft = await aDraft(agency, good);
  const path = `/api/orders/${draft.id}`;
  for (const body of [{ waitingSince: '2020-01-01T00:00:00.000Z' }, { bypassRequestedBy: agency.user.user.id }])
    expect((await agency.user.call({ method: 'PATCH', path, body })).status).toBe(400);
});

it("a user's drafts can be filtered by whether they were sent back, and by changes of others since a time", async () => {
  const clock = freezeClock();
  const sent = await pending();
  const unfinished = await aDraft(agency);
  const colleague = await api.signedInAs(await aUser(api, { memberOf: [agency.entity] }));
  await aDraft({ ...agency, user: colleague });
  expect(await list(agency.user, 'mine=sentBack')).toEqual([]);
  clock.pass(minute);
  const since = encodeURIComponent(clock.now().toISOString());
  const back = await patchOrderOk(agency.moderator, sent, { status: 'DRAFT', reason: 'Which bread?' });
  expect(await list(agency.user, 'mine=sentBack')).toEqual([back.id]);
  expect(await list(agency.user, 'mine=unfinished')).toEqual([unfinished.id]);
  expect(await list(agency.user, 'mine=sentBack,unfinished&sort=-updatedAt')).toEqual([back.id, unfinished.id]);
  const changesQuery = `changedBy=others&updatedAt.from=${since}`;
  expect(await list(agency.user, changesQuery)).toEqual([back.id]);
  // Not for the author of the change, and not for other agencies.
  for (const person of [agency.moderator, stranger.user]) expect(await list(person, changesQuery)).toEqual([]);
  const again = await patchOrderOk(agency.user, back, { status: 'PENDING' });
  expect(await list(agency.user, 'mine=sentBack')).toEqual([]);
  expect(await list(agency.moderator, changesQuery)).toEqual([again.id]);
});

it('a filter of the queue rejects an unknown value with its path, and the error describes the known values', async () => {
  for (const [key, value, description] of [
    ['agency', 'everything', 'A comma-separated list of entity ids'],
    ['waitingFor', 'everybody', 'me: pending orders'],
    ['mine', 'all', 'sentBack for drafts'],
    ['changedBy', 'me', 'others: orders'],
    ['waitingLonger', 'ages', '1_week'],
    ['waivers', 'refused', 'granted for those'],
  ])
    expect(await rejection(`${key}=${value}`)).toMatchObject({
      code: 'REQUEST_SCHEMA_INVALID',
      details: {
        context: 'querystring',
        fields: [{ path: `/${key}`, value, message: expect.stringContaining(description ?? '') }],
      },
    });
});
