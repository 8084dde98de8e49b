import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { AuditEntry, Entity, User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';
import { type Agency, aChannel, aClient, aDraft, anAgency, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let ours: Agency;
let theirs: Agency;

beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const dissolve = ({ call }: SignedInUser, { id }: { id: string }, body: object, headers?: Record<string, string>) =>
  call({ method: 'POST', path: `/api/entities/${id}/dissolve`, body, ...(headers ? { headers } : {}) });
const dependents = ({ call }: SignedInUser, { id }: { id: string }) => call({ path: `/api/entities/${id}/dependents` });
const isMemberOf = async ({ id }: User) =>
  callExpecting<{ entity: { id: string }; flags: number }[]>(api.admin.call, 200, {
    path: `/api/users/${id}/memberships`,
  });

/** A branch of our agency with a record of each kind that can belong to one, and a second branch next to it. */
async function aFullBranch() {
  const [branch, beside] = [
    await anEntity(api, { parent: ours.entity.id }),
    await anEntity(api, { parent: ours.entity.id }),
  ];
  const leaf = await anEntity(api, { parent: branch.id });
  const channel = await aChannel(api, { entity: branch });
  const [client, deep] = [await aClient(api, { below: branch }), await aClient(api, { below: leaf })];
  const [member, both] = [await aUser(api, { memberOf: [branch] }), await aUser(api, { memberOf: [branch, beside] })];
  const person = await api.signedInAs(member);
  const [ofClient, ofDeep] = [
    await aDraft({ ...ours, user: person, client, channel }),
    await aDraft({ ...ours, user: person, client: deep, channel }),
  ];
  const without = await api.admin.create('Order', { channelId: channel.id, form: channel.orderFormId });
  return { branch, beside, leaf, channel, client, deep, member, both, person, orders: { ofClient, ofDeep, without } };
}

const standsAt = async (type: 'Order' | 'Client' | 'Entity', { id }: { id: string }, line: string[]) =>
  pollUntil({ label: `the ${type} to stand at ${line}`, seconds: 10 }, async () =>
    (await api.admin.read(type, id)).treeScope.slice(-line.length).join() === line.join() ? true : undefined,
  );

describe('the dependents of an entity', () => {
  it('are counted as far as the user may read them', async () => {
    const { branch } = await aFullBranch();
    const whole = {
      own: { entities: 1, clients: 1, members: 2, channels: 1 },
      below: { entities: 1, clients: 2, orders: 3 },
      others: {},
    };
    expect(await dependents(ours.moderator, branch)).toMatchObject({ status: 200, body: whole });
    await api.admin.create('Guild', { name: 'Of a branch', entityId: branch.id });
    expect((await dependents(ours.moderator, branch)).body).toEqual(whole);
    expect((await dependents(api.admin, branch)).body).toEqual({ ...whole, others: { Guild: 1 } });
    expect(await dependents(theirs.moderator, branch)).toMatchObject({ status: 404 });
  });
});

describe('deleting an entity by a plan', () => {
  it('moves all of its dependents, including orders, to the targets of the plan', async () => {
    const { branch, beside, leaf, channel, client, deep, member, both, person, orders } = await aFullBranch();
    const line = [beside.id, ours.entity.id];
    const response = await dissolve(api.admin, branch, { moveTo: beside.id, members: 'move' });
    expect(response).toMatchObject({ status: 200, body: { id: branch.id } });
    expect((await api.admin.call({ path: `/api/entities/${branch.id}` })).status).toBe(404);

    expect(await api.admin.read('Entity', leaf.id)).toMatchObject({ parent: beside.id, treeScope: [leaf.id, ...line] });
    expect(await api.admin.read('Channel', channel.id)).toMatchObject({ entityId: beside.id });
    expect((await isMemberOf(member)).map(({ entity }) => entity.id)).toEqual([beside.id]);
    expect((await isMemberOf(both)).map(({ entity }) => entity.id)).toEqual([beside.id]);
    expect((await person.read('Client', client.id)).treeScope.slice(1)).toEqual(line);
    expect((await person.read('Client', deep.id)).treeScope.slice(1)).toEqual([leaf.id, ...line]);
    await standsAt('Order', orders.ofClient, line);
    await standsAt('Order', orders.ofDeep, [leaf.id, ...line]);
    await standsAt('Order', orders.without, line);
    expect((await theirs.user.call({ path: `/api/clients/${client.id}` })).status).toBe(404);

    const log = await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${branch.id},${leaf.id},${channel.id}&limit=50&sort=-createdAt`,
    });
    const acts = log.results.filter(({ action }) => action !== 'create').map((each) => [each.action, each.resourceId]);
    expect(acts.toSorted()).toEqual(
      [
        ['delete', branch.id],
        ['update', channel.id],
        ['update', leaf.id],
      ].toSorted(),
    );
  });

  it('ends memberships if the plan says so', async () => {
    const { branch, beside, member, both } = await aFullBranch();
    expect(await dissolve(api.admin, branch, { moveTo: beside.id, members: 'end' })).toMatchObject({ status: 200 });
    expect(await isMemberOf(member)).toEqual([]);
    expect((await isMemberOf(both)).map(({ entity }) => entity.id)).toEqual([beside.id]);
    expect(await api.admin.read('User', member.id)).toMatchObject({ treeScope: [] });
  });

  it('deleting an entity by a plan also moves records that were being added to it meanwhile', async () => {
    const { branch, beside, orders } = await aFullBranch();
    const last = await anEntity(api, { parent: ours.entity.id });
    await dissolve(api.admin, branch, { moveTo: beside.id, members: 'move' });
    await dissolve(api.admin, beside, { moveTo: last.id, members: 'move' });
    // Simulates a save that read both entities before the deletion and ended after it.
    const stale = { $set: { treeScope: [branch.id, ours.entity.id] } };
    await storeOf('Order').updateDerived({ _id: orders.without.id }, stale);
    const handed = await storeOf('Job').find({ filter: { subject: `Entity/${last.id}<${branch.id}` } });
    expect(handed).toHaveLength(2);
    await storeOf('Job').updateMany({ _id: { $in: handed.map(({ id }) => id) } }, { $set: { dueAt: new Date(0) } });
    await standsAt('Order', orders.without, [last.id, ours.entity.id]);
  });
});

describe('a deletion plan is rejected and moves nothing', () => {
  let branch: Entity;
  let leaf: Entity;
  beforeAll(async () => {
    ({ branch, leaf } = await aFullBranch());
  });
  const nothingMoved = async () =>
    expect((await api.admin.read('Entity', leaf.id)).treeScope).toEqual([leaf.id, branch.id, ours.entity.id]);

  it('a deletion plan is rejected and moves nothing if the user may not delete the entity', async () => {
    const body = { moveTo: ours.entity.id, members: 'end' };
    expect((await dissolve(ours.moderator, branch, body)).status).toBe(403);
    expect((await dissolve(ours.user, branch, body)).status).toBe(403);
    expect((await dissolve(theirs.moderator, branch, body)).status).toBe(404);
    await nothingMoved();
  });

  it('a deletion plan is rejected and moves nothing if a target is invalid: the entity itself, one below it, a client, or none', async () => {
    const [place = ''] = ours.client.treeScope;
    const to = async (moveTo: string) => (await dissolve(api.admin, branch, { moveTo, members: 'end' })).status;
    expect([await to(branch.id), await to(leaf.id), await to(place), await to(branch.id.replace(/./g, '0'))]).toEqual([
      400, 400, 422, 422,
    ]);
    expect((await dissolve(api.admin, branch, { moveTo: ours.entity.id })).status).toBe(400);
    await nothingMoved();
  });

  it('a deletion plan is rejected and moves nothing if the entity was changed meanwhile, or something else references it', async () => {
    const body = { moveTo: ours.entity.id, members: 'end' };
    expect((await dissolve(api.admin, branch, body, { 'if-match': '"9"' })).status).toBe(409);
    await api.admin.create('Guild', { name: 'Named', entityId: branch.id });
    expect(await dissolve(api.admin, branch, body)).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_INOPERABLE', details: { resourceType: 'Entity', referredBy: { Guild: 1 } } },
    });
    await nothingMoved();
  });
});
