import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { ClientOverview } from '#schemas/clients/overview.ts';
import type { AuditEntry, Client, ClientMerge, Order, Report, ReportRow, SavedView } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { day, freezeClock } from './clock.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, anEntity, aUser } from './factories.ts';
import { orderFactories, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let uploads: Uploads;
let ours: Agency;
let theirs: Agency;
let report: Report;
beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  const widgets = [
    { type: 'text_input', meta: { key: 'headline', label: 'Headline' }, config: { required: true } },
    { type: 'file_input', meta: { key: 'logo', label: 'Logo' } },
  ];
  const form = await aForm(api, { widgets });
  [ours, theirs] = [await anAgency(api, { form }), await anAgency(api, { form })];
  report = await api.admin.create('Report', { name: 'Revenue' });
});
afterAll(() => api.close());

const numbers = { last: 0 };
const aNumber = () => {
  numbers.last += 1;
  return `M-${numbers.last}`;
};

interface MergeOptions {
  take?: string[];
  headers?: Record<string, string>;
  otherRevision?: number;
}

const mergeBy = (
  { call }: SignedInUser,
  client: Client,
  other: Client,
  { take = [], headers = { 'if-match': `"${client.revision}"` }, otherRevision = other.revision }: MergeOptions = {},
) => {
  const body = { other: other.id, otherRevision, take };
  return call({ method: 'POST', path: `/api/clients/${client.id}/merge`, body, headers });
};

async function merge(client: Client, other: Client, options: MergeOptions = {}): Promise<ClientMerge> {
  const answer = await mergeBy(api.admin, client, other, options);
  expect(answer).toMatchObject({ status: 200, body: { client: client.id, merged: other.id } });
  const [found] = await mergesOf(client);
  if (!found) throw new Error('The merge is not listed');
  return found;
}

const mergesOf = async ({ id }: { id: string }) =>
  (await callExpecting<{ results: ClientMerge[] }>(api.admin.call, 200, { path: `/api/clients/${id}/merges` })).results;

const undoBy = ({ call }: SignedInUser, { client, id }: Pick<ClientMerge, 'client' | 'id'>) =>
  call({ method: 'POST', path: `/api/clients/${client}/merges/${id}/undo` });

const statusOf = async ({ call }: SignedInUser, path: string) => (await call({ path })).status;

const aRow = (agency_client_id: string, revenue = 10) =>
  callExpecting<ReportRow>(api.admin.call, 201, {
    method: 'POST',
    path: `/api/reports/${report.id}/rows`,
    body: { batch: 'one', data: { agency_client_id, fiscal_year: 2026, revenue } },
  });

const overviewOf = (client: { id: string }, { call }: SignedInUser = api.admin) =>
  callExpecting<ClientOverview>(call, 200, { path: `/api/clients/${client.id}/overview` });

/** Polls until the jobs have moved the client's report rows: to this many years of revenue, each like the given one. */
const waitForRevenue = (
  client: { id: string },
  years: Partial<ClientOverview['revenue'][number]>[],
  by?: SignedInUser,
) => expect.poll(async () => (await overviewOf(client, by)).revenue, { timeout: 15_000 }).toMatchObject(years);

const historyOf = async ({ id }: { id: string }) => {
  const path = `/api/audit_log?resourceId=${id}&limit=50&sort=-createdAt`;
  return (await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path })).results;
};

/** Polls until the jobs have put the order at the end of this line of the tree. */
const waitForPlace = (order: { id: string }, line: string[]) =>
  expect
    .poll(async () => (await storeOf('Order').findOne({ _id: order.id }))?.treeScope, { timeout: 15_000 })
    .toEqual(line);

describe('two clients of an agency', () => {
  let client: Client;
  let other: Client;
  let orders: Record<Order['status'], Order>;
  let row: ReportRow;
  let audit: string;
  beforeEach(async () => {
    client = await aClient(api, { below: ours.entity, name: 'Rye Bakery' });
    other = await aClient(api, {
      ...{ below: ours.entity, name: 'Rye Bakery LLC', industry: 'Bread' },
      ...{ externalId: aNumber(), email: 'rye@bakery.example', phoneNumber: '503-555-0177' },
    });
    const make = orderFactories({ ...ours, client: other });
    orders = {
      DRAFT: await make.DRAFT(),
      PENDING: await make.PENDING(),
      COMPLETE: await make.COMPLETE(),
      CANCELED: await make.CANCELED(),
    };
    row = await aRow(other.externalId ?? '');
    audit = (
      await storeOf('ProspectAudit').insert({ madeClient: other.id, businessName: 'Rye', userId: ours.user.user.id })
    ).id;
  });

  it('become one with the chosen values, one entity, and the orders, report rows, files and audits of both', async () => {
    const file = await uploads.upload(ours.user);
    const logo = { id: file.id, name: file.name, mimeType: file.mimeType };
    const withFile = await aDraft(ours, { client: other.id, formData: { headline: 'Bread', logo } });
    const own = await aDraft(ours, { client: client.id });
    expect(await api.admin.call({ path: `/api/clients/${other.id}/merge` })).toMatchObject({
      status: 200,
      body: {
        moves: expect.arrayContaining([
          { type: 'Order', count: 5 },
          { type: 'ProspectAudit', count: 1 },
          { type: 'ReportRow', count: 1 },
        ]),
        files: 1,
      },
    });
    await merge(client, other, { take: ['email', 'industry', 'externalId'] });
    const merged = await api.admin.read('Client', client.id);
    expect(merged).toMatchObject({
      ...{ name: 'Rye Bakery', industry: 'Bread', email: 'rye@bakery.example', externalId: other.externalId },
      ...{ phoneNumber: client.phoneNumber, treeScope: client.treeScope },
    });
    expect(merged).not.toHaveProperty('aliases');
    expect(merged.revision).toBeGreaterThan(client.revision);
    expect(await statusOf(api.admin, `/api/clients/${other.id}`)).toBe(404);
    expect(await statusOf(api.admin, `/api/entities/${other.treeScope[0]}`)).toBe(404);
    for (const order of [...Object.values(orders), withFile, own]) {
      expect(await readOrder(ours.user, order)).toMatchObject({ client: client.id, status: order.status });
      await waitForPlace(order, client.treeScope);
    }
    const { orders: counts, files } = await overviewOf(client, ours.moderator);
    expect(counts).toMatchObject([{ count: 3 }, { count: 1 }, { count: 1 }, { count: 1 }]);
    expect(files).toMatchObject([{ id: file.id, order: { id: withFile.id } }]);
    await waitForRevenue(client, [{ rows: 1, revenue: 10 }], ours.moderator);
    expect(await storeOf('ProspectAudit').findOne({ _id: audit })).toMatchObject({ madeClient: client.id });
    for (const path of [`/api/clients/${client.id}`, `/api/orders/${withFile.id}`])
      expect(await statusOf(theirs.moderator, path)).toBe(404);
  });

  it('leave lists and searches with the name of the remaining client', async () => {
    await merge(client, other);
    const order = await storeOf('Order').findOne({ _id: orders.DRAFT.id });
    expect(order).toMatchObject({ clientName: 'Rye Bakery', updatedAt: orders.DRAFT.updatedAt });
    const found = async () => (await overviewSearch('503-555-0177')).length;
    const overviewSearch = async (search: string) => {
      const path = `/api/orders?${new URLSearchParams({ search, client: client.id })}`;
      return (await callExpecting<{ results: Order[] }>(ours.user.call, 200, { path })).results;
    };
    await expect.poll(found, { timeout: 15_000 }).toBe(0);
  });

  it('have a history that names the merge and its undo, with the person', async () => {
    const done = await merge(client, other, { take: ['name'] });
    expect((await undoBy(api.admin, done)).status).toBe(200);
    const actor = api.admin.user.id;
    const into = `Rye Bakery LLC (${client.id})`;
    const remaining = await historyOf(client);
    expect(remaining.filter(({ action }) => action === 'merge')).toMatchObject([
      { actor, details: { merged: `Rye Bakery LLC (${other.id})` } },
    ]);
    expect(remaining.find(({ action }) => action === 'update')).toMatchObject({ actor });
    const gone = await historyOf(other);
    expect(gone.filter(({ action }) => action === 'merge')).toMatchObject([{ actor, details: { into } }]);
    expect(gone.filter(({ action }) => action === 'unmerge')).toMatchObject([
      { actor, details: { into: `Rye Bakery (${client.id})` } },
    ]);
    expect(remaining.filter(({ action }) => action === 'unmerge')).toHaveLength(1);
    const ofOrder = (await historyOf(orders.DRAFT)).filter(({ action }) => action === 'update');
    expect(ofOrder.map(({ changes }) => changes)).toContainEqual([
      { field: 'client', from: JSON.stringify(other.id), to: JSON.stringify(client.id) },
    ]);
  });

  it('are restored by an undo with all of their records, without what was changed or created since', async () => {
    const [before, otherBefore] = [await api.admin.read('Client', client.id), await api.admin.read('Client', other.id)];
    const redirected = await aDraft(ours, { client: other.id });
    const done = await merge(client, other, { take: ['email', 'industry', 'externalId'] });
    const changed = await patchOrderOk(ours.user, await readOrder(ours.user, orders.DRAFT), {
      formData: { headline: 'Changed since' },
    });
    const third = await aDraft(ours, { client: client.id });
    const elsewhere = await aClient(api, { below: ours.entity });
    await patchOrderOk(ours.user, await readOrder(ours.user, redirected), { client: elsewhere.id });
    const { revision } = await api.admin.read('Client', client.id);
    const body = { email: 'new@bakery.example' };
    const path = `/api/clients/${client.id}`;
    expect(
      await ours.user.call({ method: 'PATCH', path, body, headers: { 'if-match': `"${revision}"` } }),
    ).toMatchObject({ status: 200 });

    expect(await undoBy(api.admin, done)).toMatchObject({ status: 200, body: { undoneAt: expect.any(String) } });
    const restored = await api.admin.read('Client', other.id);
    const { revision: _seen, updatedAt: _at, ...same } = otherBefore;
    expect(restored).toMatchObject(same);
    expect(restored.revision).toBeGreaterThan(otherBefore.revision + 1);
    const { revision: _old, updatedAt: _then, ...remaining } = before;
    expect(await api.admin.read('Client', client.id)).toMatchObject({ ...remaining, email: 'new@bakery.example' });
    expect(await api.admin.read('Entity', other.treeScope[0] ?? '')).toMatchObject({
      ...{ client: other.id, parent: ours.entity.id, name: other.name, treeScope: other.treeScope },
    });
    for (const order of Object.values(orders)) {
      expect(await readOrder(ours.user, order)).toMatchObject({ client: other.id });
      await waitForPlace(order, other.treeScope);
    }
    expect(await readOrder(ours.user, changed)).toMatchObject({ formData: { headline: 'Changed since' } });
    expect(await readOrder(ours.user, third)).toMatchObject({ client: client.id });
    expect(await readOrder(ours.user, redirected)).toMatchObject({ client: elsewhere.id });
    await expect
      .poll(async () => (await storeOf('ReportRow').findOne({ _id: row.id }))?.treeScope, { timeout: 15_000 })
      .toEqual(other.treeScope);
    expect(await storeOf('ProspectAudit').findOne({ _id: audit })).toMatchObject({ madeClient: other.id });
    await waitForRevenue(other, [{ rows: 1 }]);
    await waitForRevenue(client, []);
  });

  it('are merged only by those who may update and delete both', async () => {
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    const done = async (person: SignedInUser) => (await mergeBy(person, client, other)).status;
    expect(await done(ours.moderator)).toBe(403);
    expect(await done(ours.user)).toBe(403);
    expect(await done(developer)).toBe(403);
    expect(await done(theirs.moderator)).toBe(404);
    expect(await statusOf(ours.moderator, `/api/clients/${other.id}/merge`)).toBe(403);
    const undoable = await merge(client, other);
    expect((await undoBy(ours.moderator, undoable)).status).toBe(403);
    expect((await undoBy(developer, undoable)).status).toBe(403);
    expect((await undoBy(theirs.moderator, undoable)).status).toBe(404);
    expect(await statusOf(ours.moderator, `/api/clients/${client.id}/merges`)).toBe(403);
    expect((await mergesOf(client)).map((each) => each.undoneAt)).toEqual([null]);
  });

  it('are not merged by a stale revision of either, a client with itself, or one that does not exist', async () => {
    const conflict = { status: 409, body: { code: 'RESOURCE_CONFLICT' } };
    expect(await mergeBy(api.admin, client, other, { headers: { 'if-match': '"99"' } })).toMatchObject(conflict);
    expect(await mergeBy(api.admin, client, other, { otherRevision: 99 })).toMatchObject(conflict);
    expect(await mergeBy(api.admin, client, client)).toMatchObject({ status: 400 });
    const missing = { ...other, id: 'a'.repeat(24) };
    expect(await mergeBy(api.admin, client, missing)).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/other' }] } },
    });
    expect(await mergeBy(api.admin, client, other, { take: ['aliases'] })).toMatchObject({ status: 400 });
    expect(await readOrder(ours.user, orders.DRAFT)).toMatchObject({ client: other.id });
    expect(await mergesOf(client)).toEqual([]);
  });

  it('are not merged in part: a record that cannot follow rejects the whole merge', async () => {
    const [entityId] = other.treeScope;
    await api.admin.create('Guild', { name: `Guild ${aNumber()}`, entityId });
    expect(await mergeBy(api.admin, client, other)).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_INOPERABLE', details: { referredBy: { Guild: 1 } } },
    });
    expect(await readOrder(ours.user, orders.DRAFT)).toMatchObject({ client: other.id });
    expect(await statusOf(ours.user, `/api/clients/${other.id}`)).toBe(200);
    await merge(client, other, { take: ['treeScope'] });
    expect((await api.admin.read('Client', client.id)).treeScope).toEqual(other.treeScope);
  });

  it('are merged once by two merges at the same time, in either direction', async () => {
    const answers = await Promise.all([mergeBy(api.admin, client, other), mergeBy(api.admin, other, client)]);
    const [won, lost] = answers.map(({ status }) => status).toSorted();
    expect(won).toBe(200);
    expect([404, 409, 422]).toContain(lost);
    const remaining = answers[0]?.status === 200 ? client : other;
    for (const order of Object.values(orders))
      expect(await readOrder(ours.user, order)).toMatchObject({ client: remaining.id });
  });

  it('leave no order behind that is created during the merge', async () => {
    const body = { channelId: ours.channel.id, form: ours.channel.orderFormId, client: other.id };
    const creating = () => ours.user.call({ method: 'POST', path: '/api/orders', body });
    const [done, ...created] = await Promise.all([mergeBy(api.admin, client, other), creating(), creating()]);
    expect(done.status).toBe(200);
    for (const answer of created) expect([201, 422]).toContain(answer.status);
    expect(await storeOf('Order').count({ client: other.id })).toBe(0);
  });

  it('can be separated for 30 days, once', async () => {
    const clock = freezeClock();
    const done = await merge(client, other);
    clock.pass(30 * day - 1_000);
    const denied = { status: 400, body: { code: 'REQUEST_DENIED' } };
    // The sessions have ended.
    const admin = await api.signedInAs(api.admin.user);
    expect(await undoBy(admin, done)).toMatchObject({ status: 200 });
    expect(await undoBy(admin, done)).toMatchObject(denied);
    const again = await mergeBy(admin, await admin.read('Client', client.id), await admin.read('Client', other.id));
    expect(again.status).toBe(200);
    clock.pass(30 * day);
    const later = await api.signedInAs(api.admin.user);
    const path = `/api/clients/${client.id}/merges?sort=-createdAt`;
    const [latest] = (await callExpecting<{ results: ClientMerge[] }>(later.call, 200, { path })).results;
    expect(latest && (await undoBy(later, latest))).toMatchObject({
      ...denied,
      body: { reason: 'A merge can be undone for 30 days' },
    });
  });
});

it('replaces at most 10,000 references and places, counted first, well within the time of a transaction', async () => {
  const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: ours.entity })];
  const { treeScope, id } = other;
  const data = { agency_client_id: id, fiscal_year: 2026, revenue: 1 };
  const row = { kind: 'AgencyOrder' as const, batch: 'many', hidden: false, data, treeScope };
  await storeOf('ReportRow').insertMany(Array.from({ length: 10_001 }, () => row));
  expect(await mergeBy(api.admin, client, other)).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_DENIED', reason: expect.stringContaining('10,000') },
  });
  await storeOf('ReportRow').delete({ treeScope: treeScope[0] });
  const began = performance.now();
  const done = await merge(client, other);
  expect(performance.now() - began).toBeLessThan(30_000);
  await waitForRevenue(client, [{ rows: 10_000 }]);
  expect((await undoBy(api.admin, done)).status).toBe(200);
  await waitForRevenue(other, [{ rows: 10_000 }]);
  await storeOf('ReportRow').deleteMany({ batch: 'many' });
}, 110_000);

describe('the place of a merged client in the tree', () => {
  it('is that of the other client if it is chosen, across agencies, and the first agency no longer reads its records', async () => {
    const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: theirs.entity })];
    const [own, foreign] = [await aDraft(ours, { client: client.id }), await aDraft(theirs, { client: other.id })];
    await aRow(client.id);
    const done = await merge(client, other, { take: ['treeScope'] });
    expect((await api.admin.read('Client', client.id)).treeScope).toEqual(other.treeScope);
    expect(await api.admin.read('Entity', other.treeScope[0] ?? '')).toMatchObject({
      ...{ client: client.id, name: client.name },
    });
    // At once, not only after a job.
    expect(await statusOf(ours.moderator, `/api/orders/${own.id}`)).toBe(404);
    expect(await statusOf(ours.moderator, `/api/clients/${client.id}`)).toBe(404);
    for (const order of [own, foreign]) await waitForPlace(order, other.treeScope);
    await waitForRevenue(client, [{ rows: 1 }], theirs.moderator);

    expect((await undoBy(api.admin, done)).status).toBe(200);
    await waitForPlace(own, client.treeScope);
    await waitForPlace(foreign, other.treeScope);
    expect(await statusOf(theirs.moderator, `/api/orders/${own.id}`)).toBe(404);
    expect(await statusOf(ours.moderator, `/api/orders/${foreign.id}`)).toBe(404);
    expect(await ours.user.read('Client', client.id)).toMatchObject({ treeScope: client.treeScope });
    expect(await theirs.user.read('Client', other.id)).toMatchObject({ treeScope: other.treeScope });
    await waitForRevenue(client, [{ rows: 1 }], ours.moderator);
  });

  it('is the only one that there is', async () => {
    const [client, other] = [await aClient(api), await aClient(api, { below: ours.entity })];
    const outside = await aDraft({ ...ours, user: api.admin }, { client: client.id });
    const done = await merge(client, other);
    expect((await ours.user.read('Client', client.id)).treeScope).toEqual(other.treeScope);
    await waitForPlace(outside, other.treeScope);
    expect((await undoBy(api.admin, done)).status).toBe(200);
    expect((await api.admin.read('Client', client.id)).treeScope).toEqual([]);
    expect((await ours.user.read('Client', other.id)).treeScope).toEqual(other.treeScope);
  });

  it("is restored below the remaining client's organization if its own was deleted since", async () => {
    const branch = await anEntity(api, { parent: ours.entity.id });
    const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: branch })];
    const done = await merge(client, other);
    expect(await api.admin.call({ method: 'DELETE', path: `/api/entities/${branch.id}` })).toMatchObject({
      status: 200,
    });
    expect((await undoBy(api.admin, done)).status).toBe(200);
    expect((await ours.user.read('Client', other.id)).treeScope).toEqual([other.treeScope[0], ours.entity.id]);
  });
});

describe('after a merge', () => {
  it('the remaining client is found by the id of the merged one, by those who may read it', async () => {
    const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: theirs.entity })];
    await merge(client, other);
    const found = async ({ call }: SignedInUser) => {
      const path = `/api/clients?alias=${other.id}`;
      return (await callExpecting<{ results: Client[] }>(call, 200, { path })).results.map(({ id }) => id);
    };
    expect(await found(ours.user)).toEqual([client.id]);
    expect(await found(theirs.user)).toEqual([]);
  });

  it('report rows that name the merged client reach the remaining one, also after a further merge', async () => {
    const [first, second, last] = [
      await aClient(api, { below: ours.entity, externalId: aNumber() }),
      await aClient(api, { below: ours.entity, externalId: aNumber() }),
      await aClient(api, { below: ours.entity }),
    ];
    const into = await merge(second, first);
    expect((await aRow(first.externalId ?? '')).id).toBeDefined();
    await waitForRevenue(second, [{ rows: 1 }]);
    const further = await merge(last, await api.admin.read('Client', second.id));
    for (const { externalId = '', id } of [first, second]) {
      await aRow(externalId);
      await aRow(id);
    }
    await waitForRevenue(last, [{ rows: 5 }]);
    const blocked = await undoBy(api.admin, { ...into, client: last.id });
    expect(blocked).toMatchObject({ status: 409, body: { code: 'RESOURCE_INOPERABLE' } });
    expect((await undoBy(api.admin, further)).status).toBe(200);
    expect((await undoBy(api.admin, into)).status).toBe(200);
    await waitForRevenue(first, [{ rows: 3 }]);
    await waitForRevenue(second, [{ rows: 2 }]);
  });

  it('earlier states of an order name the remaining client, so that they can be restored', async () => {
    const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: ours.entity })];
    const order = await aDraft(ours, { client: other.id });
    await patchOrderOk(ours.user, order, { client: ours.client.id });
    await merge(client, other);
    const [version] = (await versionsOf(api, order)).results;
    const path = `/api/orders/${order.id}/versions/${order.revision}/restore`;
    expect(version?.patch).toContainEqual(expect.objectContaining({ value: other.id }));
    expect(await ours.user.call({ method: 'POST', path })).toMatchObject({ status: 200, body: { client: client.id } });
  });

  it('a save that is based on an earlier state of a moved order is a conflict', async () => {
    const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: ours.entity })];
    const order = await aDraft(ours, { client: other.id });
    await merge(client, other);
    const seen = { 'if-match': `"${order.revision}"` };
    expect((await patchOrder(ours.user, order, { formData: { headline: 'New' } }, seen)).status).toBe(409);
  });

  it('saved views filter by the remaining client, and by the merged one again after an undo', async () => {
    const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: ours.entity })];
    const view = (fields: object): Promise<SavedView> =>
      ours.user.create('SavedView', { resource: 'orders', ...fields });
    const filtered = await view({ name: 'Filtered', config: { filter: { client: [client.id, other.id] } } });
    const address = await view({ name: 'Address', config: { address: `client=${other.id}` } });
    const configs = async () =>
      Promise.all([filtered, address].map(async ({ id }) => (await ours.user.read('SavedView', id)).config));
    const before = await configs();
    const done = await merge(client, other);
    expect(await configs()).toEqual([
      { filter: { client: [client.id, client.id] } },
      { address: `client=${client.id}` },
    ]);
    expect((await undoBy(api.admin, done)).status).toBe(200);
    expect(await configs()).toEqual(before);
  });

  it('the remaining client is deleted with its record of the merge', async () => {
    const [client, other] = [await aClient(api, { below: ours.entity }), await aClient(api, { below: ours.entity })];
    const done = await merge(client, other);
    expect(await api.admin.call({ method: 'DELETE', path: `/api/clients/${client.id}` })).toMatchObject({
      status: 200,
    });
    expect((await undoBy(api.admin, done)).status).toBe(404);
    expect(await storeOf('ClientMerge').findOne({ _id: done.id })).toBeNull();
  });
});
