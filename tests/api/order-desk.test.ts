import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { day, freezeClock } from './clock.ts';
import { type Agency, aDraft, aForm, anAgency, aUser, textInput } from './factories.ts';
import { patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let second: SignedInUser;
let stranger: Agency;

const budget = {
  type: 'number_input',
  meta: { key: 'budget', label: 'Budget', validationScript: 'if this < 500 { reject because "At least $500" }' },
};
const spots = {
  type: 'table',
  meta: { key: 'spots', label: 'Spots' },
  config: {
    elements: {
      type: 'container',
      config: {
        layout: [{ columns: [{ ratio: 1, widget: { type: 'text_input', meta: { key: 'city', label: 'City' } } }] }],
      },
    },
  },
};
const rows = (...cities: string[]) => cities.map((city) => ({ _id: city.toLowerCase().padEnd(16, '0'), city }));
const good = { headline: 'Fresh bread', budget: 900, spots: rows('Salem', 'Reno') };

beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api, {
    form: await aForm(api, { widgets: [textInput('headline', 'Headline'), budget, spots] }),
  });
  stranger = await anAgency(api);
  second = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] }));
});
afterAll(() => api.close());

const pending = async (fields: Partial<Order> = {}) =>
  patchOrderOk(agency.user, await aDraft(agency, { formData: good, ...fields }), { status: 'PENDING' });
const act = (person: SignedInUser, { id }: Order, body: object) =>
  person.call({ method: 'POST', path: `/api/orders/${id}/actions`, body });
const actOn = (person: SignedInUser, { id }: Order, body: object) =>
  callExpecting<Order>(person.call, 201, { method: 'POST', path: `/api/orders/${id}/actions`, body });
const list = async (person: SignedInUser, query: string) =>
  (await callExpecting<{ results: Order[] }>(person.call, 200, { path: `/api/orders?${query}` })).results.map(
    ({ id }) => id,
  );

describe('assignedTo', () => {
  it('is a moderator who may decide about the order, and neither a seller nor a moderator of another agency', async () => {
    const order = await pending();
    const assigned = await patchOrderOk(agency.moderator, order, { assignedTo: second.user.id });
    expect(assigned).toMatchObject({ assignedTo: second.user.id, status: 'PENDING' });
    expect((await versionsOf(api, order)).results[0]?.patch).toMatchObject([{ path: '/assignedTo', value: null }]);
    expect(await patchOrderOk(second, assigned, { assignedTo: null })).toMatchObject({ assignedTo: null });
    const inactive = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] });
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/users/${inactive.id}`,
      body: { inactive: true },
    });
    // The same answer for all, so that it tells nothing about other agencies' users.
    for (const user of [agency.user.user, stranger.moderator.user, inactive, { id: '0123456789abcdef01234567' }])
      expect(await patchOrder(agency.moderator, order, { assignedTo: user.id })).toMatchObject({
        status: 422,
        body: {
          code: 'DATABASE_VALIDATION_ERROR',
          details: {
            errors: [{ path: '/assignedTo', message: 'Must be a moderator who may decide about this order' }],
          },
        },
      });
  });

  it('cannot be the moderator who requested the bypass that is to be decided', async () => {
    const draft = await aDraft({ ...agency, user: second }, { formData: { ...good, budget: 1 } });
    const order = await actOn(second, draft, { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring' });
    expect((await patchOrder(agency.moderator, order, { assignedTo: second.user.id })).status).toBe(422);
    expect((await patchOrder(agency.moderator, order, { assignedTo: agency.moderator.user.id })).status).toBe(200);
  });

  it('is offered to moderators only: the moderators of the tree and the caller', async () => {
    const order = await pending();
    const path = `/api/data/constants/managers?order=${order.id}`;
    const offered = async (person: SignedInUser) =>
      (await callExpecting<{ id: string }[]>(person.call, 200, { path })).map(({ id }) => id);
    const ids = [agency.moderator.user.id, second.user.id];
    expect(await offered(agency.moderator)).toEqual(expect.arrayContaining(ids));
    expect(await offered(api.admin)).toEqual(expect.arrayContaining([api.admin.user.id, ...ids]));
    expect(await agency.user.call({ path })).toMatchObject({ status: 403 });
    expect(await stranger.moderator.call({ path })).toMatchObject({ status: 404 });
  });

  it('filters the queue by me, by nobody and by person, within what the caller may read', async () => {
    const [mine, theirs, free] = [await pending(), await pending(), await pending()];
    await patchOrderOk(agency.moderator, mine, { assignedTo: agency.moderator.user.id });
    await patchOrderOk(agency.moderator, theirs, { assignedTo: second.user.id });
    const found = async (person: SignedInUser, who: string) =>
      (await list(person, `status=pending&assignedTo=${who}&limit=200`)).filter((id) =>
        [mine, theirs, free].some((order) => order.id === id),
      );
    expect(await found(agency.moderator, 'me')).toEqual([mine.id]);
    expect(await found(second, 'me')).toEqual([theirs.id]);
    expect(await found(agency.moderator, second.user.id)).toEqual([theirs.id]);
    expect(await found(agency.moderator, 'nobody')).toEqual([free.id]);
    expect(await found(stranger.moderator, `${agency.moderator.user.id},nobody`)).toEqual([]);
    expect((await agency.moderator.call({ path: '/api/orders?assignedTo=everybody' })).status).toBe(400);
  });
});

describe('neededBy', () => {
  it('is a day, set by the owner in a draft and by moderators while the order waits', async () => {
    const draft = await aDraft(agency, { formData: good, neededBy: '2026-12-24' });
    expect(draft.neededBy).toBe('2026-12-24');
    const sent = await patchOrderOk(agency.user, draft, { status: 'PENDING', neededBy: '2026-12-20' });
    expect((await patchOrder(agency.user, sent, { neededBy: null })).status).toBe(403);
    expect(await patchOrderOk(agency.moderator, sent, { neededBy: '2026-12-22' })).toMatchObject({
      neededBy: '2026-12-22',
    });
    for (const neededBy of ['tomorrow', '2026-02-30', '2026-12-24T00:00:00.000Z'])
      expect(await patchOrder(agency.moderator, sent, { neededBy })).toMatchObject({ status: 400 });
  });

  it('filters the queue by orders that have a day, and by those whose day has passed', async () => {
    const clock = freezeClock();
    // Noon in UTC, when the next day has begun at Kiritimati.
    clock.pass((day + day / 2 - (clock.now().getTime() % day)) % day);
    const today = clock.now().toISOString().slice(0, 10);
    const due = await pending({ neededBy: today });
    const without = await pending();
    const found = async (query: string) =>
      (await list(agency.moderator, `${query}&limit=200`)).filter((id) => [due.id, without.id].includes(id));
    expect(await found('due=dated')).toEqual([due.id]);
    expect(await found('due=overdue')).toEqual([]);
    expect(await found('due=overdue&filterTimeZone=Pacific/Honolulu')).toEqual([]);
    expect(await found('due=overdue&filterTimeZone=Pacific/Kiritimati')).toEqual([due.id]);
    clock.pass(day);
    expect(await found('due=overdue')).toEqual([due.id]);
    await patchOrderOk(agency.moderator, due, { status: 'COMPLETE' });
    expect(await found('due=overdue,dated')).toEqual([]);
  });

  it('filters the queue by orders without a day, which wait longest first', async () => {
    const dated = await pending({ neededBy: '2030-06-01' });
    const [first, second] = [await pending(), await pending()];
    const found = await list(agency.moderator, 'status=pending&neededBy.is=empty&sort=waitingSince&limit=200');
    expect(found.filter((id) => [dated.id, first.id, second.id].includes(id))).toEqual([first.id, second.id]);
  });

  it('sorts the queue, the soonest first', async () => {
    const later = await pending({ neededBy: '2030-06-02' });
    const sooner = await pending({ neededBy: '2030-06-01' });
    const found = await list(agency.moderator, 'status=pending&due=dated&sort=neededBy,waitingSince&limit=200');
    expect(found.indexOf(sooner.id)).toBeLessThan(found.indexOf(later.id));
  });
});

it('who decides and by when is no change of a COMPLETE order, and stays when a change is rejected', async () => {
  const complete = await patchOrderOk(agency.moderator, await pending(), { status: 'COMPLETE' });
  for (const body of [{ neededBy: '2030-01-01' }, { status: 'PENDING', changeNotes: 'x', neededBy: '2030-01-01' }])
    expect((await patchOrder(agency.moderator, complete, body)).status).toBe(400);
  const change = { status: 'PENDING', changeNotes: 'More', formData: { ...good, headline: 'More' } };
  const changed = await patchOrderOk(agency.user, complete, change);
  const assigned = { assignedTo: second.user.id, neededBy: '2030-01-01' };
  await patchOrderOk(agency.moderator, changed, assigned);
  const rejected = await patchOrderOk(agency.moderator, changed, { status: 'DRAFT', reason: 'No' });
  expect(rejected).toMatchObject({ ...assigned, status: 'COMPLETE', formData: { headline: 'Fresh bread' } });
});

it('a waiting order has the numbers of its problems and of its requested waivers, in lists, too', async () => {
  const draft = await aDraft(agency, { formData: { ...good, budget: 1 } });
  const order = await actOn(agency.user, draft, { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring' });
  expect(order).toMatchObject({ problemCount: 0, waiverCount: 1 });
  const edited = await patchOrderOk(agency.moderator, order, { formData: { ...good, budget: 1, headline: '' } });
  expect(edited).toMatchObject({ problemCount: 1, waiverCount: 1 });
  const path = `/api/orders?status=pending&search=${order.refCode}&columns=problemCount,waiverCount`;
  const { results } = await callExpecting<{ results: Order[] }>(agency.moderator.call, 200, { path });
  expect(results).toMatchObject([{ problemCount: 1, waiverCount: 1 }]);
  const back = await patchOrderOk(agency.moderator, edited, { status: 'DRAFT', reason: 'Which bread?' });
  expect(back).toMatchObject({ problemCount: 0, waiverCount: 0 });
  expect((await patchOrder(agency.moderator, back, { problemCount: 3 })).status).toBe(400);
});

describe('a note that is pinned to a field', () => {
  const note = (path: string) => ({ kind: 'NOTE', notes: 'Which city?', path });

  it('is stored with its field, its rows and its author, and creates no version', async () => {
    const order = await pending();
    const { total } = (await versionsOf(api, order)).pagination;
    const noted = await actOn(agency.moderator, order, note('/formData/spots/1/city'));
    expect(noted).toMatchObject({ status: 'PENDING', revision: order.revision + 1 });
    expect(noted.actions).toMatchObject([
      {
        ...note('/formData/spots/1/city'),
        rows: [rows('Reno')[0]?._id],
        user: agency.moderator.user.id,
        userName: agency.moderator.user.name,
      },
    ]);
    expect((await versionsOf(api, order)).pagination.total).toBe(total);
  });

  it('travels with the order that is sent back, in the mail, too, until its owner resolves it', async () => {
    const noted = await actOn(agency.moderator, await pending(), note('/formData/spots/1/city'));
    const back = await patchOrderOk(agency.moderator, noted, { status: 'DRAFT', reason: 'See the notes' });
    const [mail] = await storeOf('OutboxMessage').find({ filter: { order: back.id, kind: 'returned' } });
    expect(JSON.stringify(mail)).toContain('Spots 2 › City: Which city?');
    const [pinned] = (await readOrder(agency.user, back)).actions;
    const resolved = await actOn(agency.user, back, { kind: 'NOTE_RESOLVED', resolves: pinned?.id });
    expect(resolved.actions.at(-1)).toMatchObject({
      kind: 'NOTE_RESOLVED',
      resolves: pinned?.id,
      user: agency.user.user.id,
    });
    expect(await act(agency.user, back, { kind: 'NOTE_RESOLVED', resolves: pinned?.id })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/resolves' }] } },
    });
  });

  it('is resolved by the owner or a moderator, not by a colleague or by another agency', async () => {
    const noted = await actOn(agency.moderator, await pending(), note('/formData/budget'));
    const body = { kind: 'NOTE_RESOLVED', resolves: noted.actions[0]?.id };
    const colleague = await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'], memberOf: [agency.entity] }));
    expect(await act(colleague, noted, body)).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
    expect((await act(colleague, noted, note('/formData/budget'))).status).toBe(403);
    for (const person of [stranger.moderator, stranger.user]) {
      expect((await act(person, noted, body)).status).toBe(404);
      expect((await act(person, noted, note('/formData/budget'))).status).toBe(404);
    }
    const other = await actOn(agency.moderator, await pending(), note('/formData/budget'));
    expect((await act(agency.moderator, other, body)).status).toBe(422);
    expect((await act(second, noted, body)).status).toBe(201);
    expect((await act(second, noted, { kind: 'NOTE_RESOLVED' })).status).toBe(400);
  });

  it.each([
    '',
    '/',
    'formData/budget',
    '/formData',
    '/formData/nothing',
    '/formData/spots/city',
    '/formData/spots/7/city',
    '/formData/spots/0',
    '/formData/spots/0/nothing',
    '/formData/__proto__',
    '/client',
    '/status',
    '/formData/headline/0',
  ])('needs the pointer of a field of the form, not %j', async (path) => {
    const order = await pending();
    const answer = await act(agency.moderator, order, note(path));
    expect(answer).toMatchObject({ status: 422, body: { details: { errors: [{ path: '/path', value: path }] } } });
    expect((await readOrder(agency.moderator, order)).actions).toEqual([]);
  });

  it('has a text of at most 5,000 characters and a path of at most 500, and cannot set its rows', async () => {
    const order = await pending();
    for (const body of [
      { ...note('/formData/budget'), notes: 'x'.repeat(5_001) },
      { ...note('/formData/budget'), notes: ' ' },
      note(`/formData/${'x'.repeat(500)}`),
      { ...note('/formData/budget'), rows: ['0'.repeat(16)] },
    ])
      expect((await act(agency.moderator, order, body)).status).toBe(400);
  });
});
