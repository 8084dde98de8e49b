import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bulkJob } from '#api/engine/bulk/bulk-work.ts';
import type { ReportProgress } from '#api/engine/jobs/kind.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { BulkItem, BulkJob, Client, Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { day } from './clock.ts';
import { type Agency, aClient, aDraft, anAgency, aUser } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let stranger: Agency;
const { work: doWork } = bulkJob;
let release = () => {};
// Stub the product's own worker, so that the tests control when and by whom the work is done.
beforeAll(async () => {
  const pendingWork = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(bulkJob, 'work').mockImplementation(() => pendingWork);
  api = await startApi();
  agency = await anAgency(api);
  stranger = await anAgency(api);
});
afterAll(async () => {
  release();
  await api.close();
});

const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);
const draftsOf = (count: number, fields: Partial<Order> = {}, place = agency): Promise<Order[]> =>
  Promise.all(Array.from({ length: count }, () => aDraft(place, fields)));

const post = (body: object) => ({ method: 'POST', path: '/api/bulk_jobs', body }) as const;
const start = (body: object, person: SignedInUser = agency.user) =>
  callExpecting<BulkJob>(person.call, 201, post({ resource: 'orders', ...body }));
const read = ({ id }: { id: string }, person: SignedInUser = agency.user) =>
  callExpecting<BulkJob>(person.call, 200, { path: `/api/bulk_jobs/${id}` });
const set = ({ id }: BulkJob, status: string, person: SignedInUser = agency.user) =>
  person.call({ method: 'PATCH', path: `/api/bulk_jobs/${id}`, body: { status } });
const itemsOf = async ({ id }: BulkJob, query = '', person: SignedInUser = agency.user) =>
  (
    await callExpecting<{ results: BulkItem[] }>(person.call, 200, {
      path: `/api/bulk_jobs/${id}/items?limit=200${query}`,
    })
  ).results;
const orderOf = ({ id }: { id: string }) => callExpecting<Order>(api.admin.call, 200, { path: `/api/orders/${id}` });

/** Runs the job's work as one process, until the preview or the run is complete. */
async function work({ id }: BulkJob, report: ReportProgress = async () => undefined): Promise<void> {
  const job = await storeOf('Job').findOne({ subject: `BulkJob/${id}` });
  if (job) await doWork(job, report);
}

/** Starts a bulk job and makes its preview. */
async function preview(body: object, person: SignedInUser = agency.user): Promise<BulkJob> {
  const job = await start(body, person);
  await work(job);
  return await read(job, person);
}

async function run(job: BulkJob, person: SignedInUser = agency.user): Promise<BulkJob> {
  expect(await set(job, 'running', person)).toMatchObject({ status: 200 });
  await work(job);
  return await read(job, person);
}

describe('the preview of a bulk job', () => {
  it('counts what can be submitted, groups the reasons for the rest, and writes nothing', async () => {
    const valid = await draftsOf(2);
    const invalid = await draftsOf(2, { formData: {} });
    const before = await Promise.all([...valid, ...invalid].map(orderOf));
    const canceled = await aDraft(agency);
    await patchOrderOk(agency.user, canceled, { status: 'CANCELED', cancelationReason: 'dissatisfied' });
    const job = await preview({ action: 'submit', ids: idsOf([...valid, ...invalid, canceled]) });
    expect(job).toMatchObject({
      status: 'ready',
      total: 5,
      checked: 5,
      allowed: 2,
      refused: 3,
      groups: [
        { reason: 'Missing required field: Headline', count: 2 },
        { reason: 'Only a DRAFT order can be sent for approval, not a CANCELED order', count: 1 },
      ],
    });
    expect(job).not.toHaveProperty('selection');
    expect(await Promise.all([...valid, ...invalid].map(orderOf))).toEqual(before);
    const refused = await itemsOf(job, '&status=refused');
    expect(refused.map(({ record }) => record)).toEqual(idsOf([...invalid, canceled]));
    expect(refused[0]?.problems).toMatchObject([{ path: '/formData/headline' }]);
  });

  it('does not reveal orders of another agency', async () => {
    const [own] = await draftsOf(1);
    const [foreign] = await draftsOf(1, {}, stranger);
    if (!own || !foreign) throw new Error('There are two');
    const job = await preview({ action: 'submit', ids: idsOf([own, foreign]) });
    expect(job).toMatchObject({
      allowed: 1,
      refused: 1,
      groups: [{ reason: "It doesn't exist, or you don't have access to it", count: 1 }],
    });
    expect((await itemsOf(job))[1]).toMatchObject({ record: foreign.id, name: '', seenRevision: null });
    const byFilter = await preview({ action: 'submit', query: { channelId: stranger.channel.id } });
    expect(byFilter).toMatchObject({ status: 'ready', total: 0 });
    expect(await run(job)).toMatchObject({ status: 'done', succeeded: 1 });
    expect((await orderOf(foreign)).status).toBe('DRAFT');
  });

  it('is visible to its user and to administrators only', async () => {
    const job = await preview({ action: 'submit', ids: idsOf(await draftsOf(1)) });
    for (const person of [agency.moderator, stranger.user]) {
      expect((await person.call({ path: `/api/bulk_jobs/${job.id}` })).status).toBe(404);
      expect((await person.call({ path: `/api/bulk_jobs/${job.id}/items` })).status).toBe(404);
      expect((await set(job, 'running', person)).status).toBe(404);
      const again = post({ resource: 'orders', action: 'submit', failedOf: job.id });
      expect((await person.call(again)).status).toBe(404);
      expect(await callExpecting(person.call, 200, { path: '/api/bulk_jobs' })).toMatchObject({ results: [] });
    }
    expect(await read(job, api.admin)).toMatchObject({ id: job.id });
  });

  it('selects everything that matches a query of the list, in either dialect', async () => {
    const place = await anAgency(api);
    const drafts = await draftsOf(3, {}, place);
    await draftsOf(1);
    const paged = { channelId: place.channel.id, status: 'draft', sort: 'createdAt' };
    const job = await preview({ action: 'submit', query: paged }, place.user);
    expect(job).toMatchObject({ total: 3, allowed: 3 });
    const byCreation = drafts.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
    expect((await itemsOf(job, '', place.user)).map(({ record }) => record)).toEqual(idsOf(byCreation));
    const simple = { filter: JSON.stringify({ channelId: place.channel.id }) };
    expect(await preview({ action: 'submit', query: simple }, place.user)).toMatchObject({ total: 3 });
  });

  it('refuses a filter that more than 10,000 records match, with the count', async () => {
    const count = vi.spyOn(storeOf('Order'), 'count').mockResolvedValue(10_001);
    const answer = await agency.user.call(post({ resource: 'orders', action: 'submit', query: {} }));
    count.mockRestore();
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [{ path: '/query' }] } },
    });
    expect(JSON.stringify(answer.body)).toContain('More than 10,000 records match');
  });

  it.each([
    ['an unknown list', { resource: 'planets', action: 'set', ids: ['a'.repeat(24)] }, '/resource'],
    ['an unknown action', { resource: 'orders', action: 'launch', ids: ['a'.repeat(24)] }, '/action'],
    ['a missing reason', { resource: 'orders', action: 'sendBack', ids: ['a'.repeat(24)] }, '/input/reason'],
    [
      'an unknown property',
      { resource: 'orders', action: 'set', input: { status: 'COMPLETE' }, ids: ['a'.repeat(24)] },
      '/input/status',
    ],
    [
      'a read-only property',
      { resource: 'clients', action: 'set', input: { treeScope: [] }, ids: ['a'.repeat(24)] },
      '/input/treeScope',
    ],
    ['two selections', { resource: 'orders', action: 'submit', ids: ['a'.repeat(24)], query: {} }, ''],
    ['an unknown filter', { resource: 'orders', action: 'submit', query: { planet: 'x' } }, '/planet'],
  ])('rejects %s', async (_case, body, path) => {
    expect(await agency.user.call(post(body))).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_SCHEMA_INVALID', details: { fields: [{ path }] } },
    });
  });

  it('is started once per Idempotency-Key', async () => {
    const request = {
      ...post({ resource: 'orders', action: 'submit', ids: idsOf(await draftsOf(1)) }),
      headers: { 'Idempotency-Key': 'bulk-1' },
    };
    const answers = await Promise.all([1, 2].map(() => callExpecting<BulkJob>(agency.user.call, 201, request)));
    expect(answers[0]?.id).toBe(answers[1]?.id);
    const [job] = answers;
    if (job) await set(job, 'canceled');
  });
});

describe('the run of a bulk job', () => {
  it('submits the allowed orders and reports each of them', async () => {
    const drafts = await draftsOf(3);
    const ready = await preview({ action: 'submit', ids: idsOf(drafts) });
    const done = await run(ready);
    expect(done).toMatchObject({ status: 'done', succeeded: 3, failed: 0 });
    expect(done.endedAt).not.toBeNull();
    expect((await Promise.all(drafts.map(orderOf))).map(({ status }) => status)).toEqual(drafts.map(() => 'PENDING'));
    expect((await itemsOf(done)).map(({ status }) => status)).toEqual(drafts.map(() => 'done'));
  });

  it('reports an order that has changed since the preview, continues, and retries it on request', async () => {
    const [first, stale, last] = await draftsOf(3);
    if (!first || !stale || !last) throw new Error('There are three');
    const ready = await preview({ action: 'submit', ids: idsOf([first, stale, last]) });
    await patchOrderOk(agency.moderator, stale, { formData: { headline: 'Changed by somebody else' } });
    const done = await run(ready);
    expect(done).toMatchObject({ status: 'done', succeeded: 2, failed: 1 });
    expect((await itemsOf(done, '&status=failed'))[0]).toMatchObject({
      record: stale.id,
      reason: 'This Order has been changed by another user in the meantime',
    });
    expect((await orderOf(stale)).status).toBe('DRAFT');
    const again = await preview({ action: 'submit', failedOf: done.id });
    expect(again).toMatchObject({ total: 1, allowed: 1 });
    expect(await run(again)).toMatchObject({ succeeded: 1 });
    expect((await orderOf(stale)).status).toBe('PENDING');
  });

  it('needs the rights that a single save needs, for each order', async () => {
    const pending = await draftsOf(2);
    for (const draft of pending) await patchOrderOk(agency.user, draft, { status: 'PENDING' });
    const byUser = await preview({ action: 'approve', ids: idsOf(pending) });
    expect(byUser).toMatchObject({ allowed: 0, refused: 2 });
    expect(byUser.groups[0]?.reason).toContain('only by a moderator');
    expect(await set(byUser, 'running')).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    const ready = await preview({ action: 'approve', ids: idsOf(pending) }, agency.moderator);
    expect(await run(ready, agency.moderator)).toMatchObject({ succeeded: 2 });
  });

  it('uses the rights that its user has when each order is changed', async () => {
    const leaving = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] });
    const person = await api.signedInAs(leaving);
    const drafts = await draftsOf(2);
    const ready = await preview({ action: 'submit', ids: idsOf(drafts) }, person);
    expect(ready).toMatchObject({ allowed: 2 });
    expect(await set(ready, 'running', person)).toMatchObject({ status: 200 });
    const members = `/api/entities/${agency.entity.id}/members/${leaving.id}`;
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: members });
    await work(ready);
    expect(await read(ready, api.admin)).toMatchObject({ status: 'done', succeeded: 0, failed: 2 });
    expect((await Promise.all(drafts.map(orderOf))).map(({ status }) => status)).toEqual(['DRAFT', 'DRAFT']);
  });

  it('continues after a crash, and duplicates no order twice', async () => {
    const drafts = await draftsOf(25);
    const ready = await preview({ action: 'duplicate', ids: idsOf(drafts) });
    await set(ready, 'running');
    const dying = async () => {
      throw new Error('Killed');
    };
    await expect(work(ready, dying)).rejects.toThrow('Killed');
    expect(await read(ready)).toMatchObject({ status: 'running', succeeded: 20 });
    // Two processes take the job over at the same time.
    await Promise.all([work(ready), work(ready)]);
    expect(await read(ready)).toMatchObject({ status: 'done', succeeded: 25, failed: 0 });
    const results = (await itemsOf(ready)).map(({ result }) => result);
    expect(new Set(results).size).toBe(25);
    const copies = await storeOf('Order').count({ _id: { $in: results } });
    const created = await storeOf('Order').count({ createdAt: { $gte: ready.createdAt }, user: agency.user.user.id });
    expect([copies, created]).toEqual([25, 25]);
  });

  it('continues a preview after a crash with the records that are left', async () => {
    const job = await start({ action: 'submit', ids: idsOf(await draftsOf(25)) });
    let budget = 2;
    const dying = async () => {
      budget -= 1;
      if (budget === 0) throw new Error('Killed');
    };
    await expect(work(job, dying)).rejects.toThrow('Killed');
    expect(await read(job)).toMatchObject({ status: 'checking', checked: 20 });
    await work(job);
    expect(await read(job)).toMatchObject({ status: 'ready', total: 25, checked: 25, allowed: 25 });
  });

  it('stops when it is canceled, and what was changed stays changed', async () => {
    const drafts = await draftsOf(25);
    const ready = await preview({ action: 'submit', ids: idsOf(drafts) });
    await set(ready, 'running');
    await work(ready, async () => void (await set(ready, 'canceled')));
    expect(await read(ready)).toMatchObject({ status: 'canceled', succeeded: 20, allowed: 25 });
    expect((await Promise.all(drafts.map(orderOf))).filter(({ status }) => status === 'DRAFT')).toHaveLength(5);
    expect(await set(ready, 'running')).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
  });

  it('sends back, cancels and reassigns orders with the reason of a single save', async () => {
    const [draft, pending] = await draftsOf(2);
    if (!draft || !pending) throw new Error('There are two');
    await patchOrderOk(agency.user, pending, { status: 'PENDING' });
    const reason = 'Please add a headline';
    const { moderator } = agency;
    const sent = await preview({ action: 'sendBack', input: { reason }, ids: idsOf([draft, pending]) }, moderator);
    expect(await run(sent, moderator)).toMatchObject({ succeeded: 1, refused: 1 });
    expect(await orderOf(pending)).toMatchObject({ status: 'DRAFT', sentBackReason: reason });
    const user = agency.moderator.user.id;
    const moved = await preview({ action: 'set', input: { user }, ids: idsOf([draft, pending]) }, moderator);
    expect(await run(moved, moderator)).toMatchObject({ succeeded: 2 });
    expect(await orderOf(draft)).toMatchObject({ user });
    for (const values of [{ neededBy: '2026-12-24' }, { neededBy: null }]) {
      const dated = await preview({ action: 'set', input: values, ids: idsOf([draft, pending]) }, moderator);
      expect(await run(dated, moderator)).toMatchObject({ succeeded: 2 });
      expect(await orderOf(pending)).toMatchObject(values);
    }
    const input = { cancelationReason: 'out_of_business', cancelationNotes: 'Closed' };
    const ended = await preview({ action: 'cancel', input, ids: idsOf([draft, pending]) }, moderator);
    expect(await run(ended, moderator)).toMatchObject({ succeeded: 2 });
    expect(await orderOf(draft)).toMatchObject({ status: 'CANCELED', ...input });
    const asUser = await preview({ action: 'set', input: { user }, ids: idsOf(await draftsOf(1)) });
    expect(asUser).toMatchObject({ allowed: 0, refused: 1 });
  });

  it('changes properties of any resource with its hooks, rules and audit entries', async () => {
    const clients: Client[] = await Promise.all([1, 2].map(() => aClient(api, { below: agency.entity })));
    const foreign = await aClient(api, { below: stranger.entity });
    const body = { resource: 'clients', action: 'set', input: { industry: 'Retail' } };
    const ready = await preview({ ...body, ids: idsOf([...clients, foreign]) });
    expect(ready).toMatchObject({ allowed: 2, refused: 1 });
    expect((await api.admin.read('Client', idsOf(clients)[0] ?? '')).industry).toBe('Food');
    expect(await run(ready)).toMatchObject({ status: 'done', succeeded: 2 });
    for (const { id } of clients) {
      expect(await api.admin.read('Client', id)).toMatchObject({ industry: 'Retail', revision: 2 });
      const entries = await callExpecting<{ results: { user: string }[] }>(api.admin.call, 200, {
        path: `/api/audit_log?resourceId=${id}&action=update`,
      });
      expect(entries.results).toMatchObject([{ user: agency.user.user.id }]);
    }
    expect(await api.admin.read('Client', foreign.id)).toMatchObject({ industry: 'Food' });
  });

  it('deactivates users of a guild for its manager, and nobody else', async () => {
    const guild = await api.admin.create('Guild', { name: 'Bakers' });
    const manager = await api.signedInAs(await aUser(api, { guild: guild.id, guildFlags: 1 }));
    const members = await Promise.all([1, 2].map(() => aUser(api, { guild: guild.id })));
    const body = { resource: 'users', action: 'set', input: { inactive: true } };
    const ready = await preview({ ...body, ids: idsOf([...members, agency.user.user]) }, manager);
    expect(ready).toMatchObject({ allowed: 2, refused: 1 });
    expect(await run(ready, manager)).toMatchObject({ status: 'done', succeeded: 2 });
    for (const { id } of members) expect(await api.admin.read('User', id)).toMatchObject({ inactive: true });
    expect(await api.admin.read('User', agency.user.user.id)).toMatchObject({ inactive: false });
  });

  it('and its preview are retained for a day until it is started, then for 30 days', async () => {
    const ready = await preview({ action: 'submit', ids: idsOf(await draftsOf(1)) });
    const daysLeft = (expires: string | null) => Math.round((Date.parse(expires ?? '') - Date.now()) / day);
    const [item] = await itemsOf(ready);
    expect([daysLeft(ready.expires), daysLeft(item?.expires ?? null)]).toEqual([1, 1]);
    const done = await run(ready);
    const [changed] = await itemsOf(done);
    expect([daysLeft(done.expires), daysLeft(changed?.expires ?? null)]).toEqual([30, 30]);
  });

  it('ends when its user is deactivated', async () => {
    const person = await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] });
    const ready = await preview({ action: 'submit', ids: idsOf(await draftsOf(1)) }, await api.signedInAs(person));
    await storeOf('BulkJob').updateMany({ _id: ready.id }, { $set: { status: 'running' } });
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/users/${person.id}`,
      body: { inactive: true },
    });
    await work(ready);
    expect(await read(ready, api.admin)).toMatchObject({
      status: 'failed',
      succeeded: 0,
      lastError: 'The user who started this job is no longer active',
    });
  });

  it('limits the jobs that one user has in progress', async () => {
    const person = await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'], memberOf: [agency.entity] }));
    const body = { action: 'submit', ids: idsOf(await draftsOf(1)) };
    const jobs = await Promise.all([1, 2, 3, 4, 5].map(() => start(body, person)));
    expect(await person.call(post({ resource: 'orders', ...body }))).toMatchObject({ status: 429 });
    expect(await start(body)).toMatchObject({ status: 'checking' });
    for (const job of jobs) await set(job, 'canceled', person);
    expect(await start(body, person)).toMatchObject({ status: 'checking' });
  });
});
