import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { now } from '#api/platform/clock/clock.ts';
import type { Entity } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';
import { type Agency, aClient, aDraft, anAgency, anEntity, aUser, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let inside: Agency;
let outside: Agency;

beforeAll(async () => {
  api = await startApi();
  [inside, outside] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const change = ({ call }: SignedInUser, { id }: { id: string }, body: object) =>
  call({ method: 'PATCH', path: `/api/entities/${id}`, body });
const scopeOf = async ({ id }: { id: string }) => (await api.admin.read('Entity', id)).treeScope;

describe('an entity', () => {
  it.each(['PUT', 'PATCH'] as const)('stays where it is on a %s with its current parent', async (method) => {
    const branch = await anEntity(api, { parent: inside.entity.id });
    const member = await api.signedInAs(await aUser(api, { memberOf: [branch] }));
    const whole = await inside.moderator.read('Entity', branch.id);
    const body = method === 'PUT' ? { ...whole, shortName: 'B' } : { parent: whole.parent, shortName: 'B' };
    const saved = await callExpecting<Entity>(inside.moderator.call, 200, {
      method,
      path: `/api/entities/${branch.id}`,
      body,
    });
    expect(saved).toMatchObject({ shortName: 'B', treeScope: [branch.id, inside.entity.id] });
    expect((await member.read('Entity', branch.id)).id).toBe(branch.id);
  });

  it('is never below itself', async () => {
    const branch = await anEntity(api, { parent: inside.entity.id });
    const leaf = await anEntity(api, { parent: branch.id });
    expect(await change(api.admin, branch, { parent: leaf.id })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/parent', message: 'An entity cannot be below itself' }] } },
    });
    expect(await change(api.admin, branch, { parent: branch.id })).toMatchObject({ status: 400 });
  });

  it('can be moved within the tree of an agency admin, but the topmost one cannot be moved at all', async () => {
    const [one, other] = [
      await anEntity(api, { parent: inside.entity.id }),
      await anEntity(api, { parent: inside.entity.id }),
    ];
    const leaf = await anEntity(api, { parent: one.id });
    expect(await change(inside.moderator, leaf, { parent: other.id })).toMatchObject({
      status: 200,
      body: { treeScope: [leaf.id, other.id, inside.entity.id] },
    });
    const branchAdmin = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [one, other] }));
    for (const parent of [other.id, null]) {
      expect(await change(branchAdmin, one, { parent })).toMatchObject({
        status: 403,
        body: { code: 'MISSING_PERMISSION', details: { resourceId: one.id } },
      });
    }
    expect(await change(inside.moderator, leaf, { parent: null })).toMatchObject({ status: 403 });
    expect(await change(inside.moderator, leaf, { parent: outside.entity.id })).toMatchObject({ status: 422 });
    expect(await change(inside.moderator, inside.entity, { parent: one.id })).toMatchObject({ status: 400 });
    expect(await scopeOf(one)).toEqual([one.id, inside.entity.id]);
    expect(await change(api.admin, one, { parent: null })).toMatchObject({
      status: 200,
      body: { treeScope: [one.id] },
    });
  });

  it('cannot be moved out of a tree that the user may only read', async () => {
    const developer = await api.signedInAs(
      await aUser(api, { roles: ['DEVELOPER', 'AGENCY_ADMIN'], memberOf: [inside.entity] }),
    );
    const [own, foreign] = [
      await anEntity(api, { parent: inside.entity.id }),
      await anEntity(api, { parent: outside.entity.id }),
    ];
    expect(await change(developer, foreign, { parent: own.id })).toMatchObject({ status: 403 });
    expect(await change(developer, own, { parent: foreign.id })).toMatchObject({ status: 403 });
    expect([await scopeOf(own), await scopeOf(foreign)]).toEqual([
      [own.id, inside.entity.id],
      [foreign.id, outside.entity.id],
    ]);
  });
});

describe('concurrent moves', () => {
  it('concurrent moves create no cycle', async () => {
    for (const round of [1, 2]) {
      const [one, other] = [await anEntity(api, { name: `One ${round}` }), await anEntity(api)];
      const [below, beneath] = [await anEntity(api, { parent: one.id }), await anEntity(api, { parent: other.id })];
      const answers = await Promise.all([
        change(api.admin, one, { parent: beneath.id }),
        change(api.admin, other, { parent: below.id }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  it('leave no former ancestors in the scope of entities, clients and members', async () => {
    for (const round of [1, 2]) {
      const [top, goal, middle] = [await anEntity(api), await anEntity(api), await anEntity(api)];
      const branch = await anEntity(api, { name: `Branch ${round}`, parent: top.id });
      const user = await aUser(api);
      const [, , client, child] = await Promise.all([
        change(api.admin, branch, { parent: middle.id }),
        change(api.admin, middle, { parent: goal.id }),
        aClient(api, { below: branch }),
        anEntity(api, { parent: branch.id }),
        callExpecting(api.admin.call, 201, {
          method: 'POST',
          path: `/api/entities/${branch.id}/members`,
          body: { user: user.id },
        }),
      ]);
      const line = [branch.id, middle.id, goal.id];
      expect(await scopeOf(child)).toEqual([child.id, ...line]);
      await pollUntil({ label: 'client and member to follow', seconds: 10 }, async () => {
        const { treeScope } = await api.admin.read('Client', client.id);
        const { treeScope: members } = await api.admin.read('User', user.id);
        const isThere =
          treeScope.slice(1).join() === line.join() && members.toSorted().join() === line.toSorted().join();
        return isThere ? true : undefined;
      });
    }
  });
});

describe('an entity of subType client', () => {
  const place = (body: object, { call }: SignedInUser = api.admin) =>
    call({ method: 'POST', path: '/api/entities', body: { name: 'A place', parent: inside.entity.id, ...body } });

  it('has a client, and no other entity has one', async () => {
    const client = await aClient(api);
    for (const body of [{ subType: 'client' }, { client: client.id }, { subType: 'abstract', client: client.id }]) {
      expect(await place(body)).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/client' }] } } });
    }
    const branch = await anEntity(api, { parent: inside.entity.id });
    expect(await change(api.admin, branch, { subType: 'client' })).toMatchObject({ status: 400 });
    expect(await change(api.admin, branch, { client: client.id })).toMatchObject({ status: 400 });
  });

  it('places a client that an ADMIN created outside the tree, with its orders; deleting it moves both outside again', async () => {
    const client = await aClient(api);
    const stranger = await aClient(api);
    const draftOf = (of: { id: string }) =>
      api.admin.create('Order', {
        channelId: outside.channel.id,
        form: outside.channel.orderFormId,
        client: of.id,
        formData: { headline: 'Bread' },
      });
    const [order, theirs] = [await draftOf(client), await draftOf(stranger)];
    const proof = await api.admin.create('ProofOfWork', {
      orderId: order.id,
      batch: 'November',
      name: 'Spot log',
      date: '2026-11-01T00:00:00.000Z',
    });
    const branch = await anEntity(api, { parent: inside.entity.id });
    expect(await place({ parent: branch.id, subType: 'client', client: client.id }, inside.moderator)).toMatchObject({
      status: 422,
    });
    const node = await api.admin.create('Entity', {
      name: client.name,
      parent: branch.id,
      subType: 'client',
      client: client.id,
    });
    const line = [node.id, branch.id, inside.entity.id];
    expect(await inside.user.read('Client', client.id)).toMatchObject({ treeScope: line });
    const follows = (scope: string[]) =>
      pollUntil({ label: `the order to stand at ${scope}`, seconds: 10 }, async () =>
        (await api.admin.read('Order', order.id)).treeScope.join() === scope.join() ? true : undefined,
      );
    await follows(line);
    expect(await inside.user.read('Order', order.id)).toMatchObject({ revision: order.revision });
    expect(await api.admin.read('ProofOfWork', proof.id)).toMatchObject({ treeScope: line });
    expect(await api.admin.read('Order', theirs.id)).toMatchObject({ treeScope: [outside.entity.id] });

    expect(await change(inside.moderator, node, { subType: 'abstract', client: null })).toMatchObject({ status: 403 });
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/entities/${node.id}` });
    expect(await api.admin.read('Client', client.id)).toMatchObject({ treeScope: [] });
    await follows([outside.entity.id]);
  });

  it('gets the orders in the end that were being saved while its client was placed', async () => {
    const client = await aClient(api, { below: outside.entity });
    const order = await aDraft({ ...outside, client });
    const [id = ''] = client.treeScope;
    const branch = await anEntity(api, { parent: outside.entity.id });
    const moved = { method: 'PATCH', path: `/api/entities/${id}`, body: { parent: branch.id } } as const;
    await callExpecting(api.admin.call, 200, moved);
    const line = [id, branch.id, outside.entity.id];
    const stands = async (at: string[]) =>
      (await api.admin.read('Order', order.id)).treeScope.join() === at.join() ? true : undefined;
    await pollUntil({ label: 'the order to follow', seconds: 10 }, () => stands(line));
    // Simulates a save that read the place before the move, and ended after it.
    await storeOf('Order').updateDerived({ _id: order.id }, { $set: { treeScope: [id, outside.entity.id] } });
    await pollUntil({ label: 'one notification of the move', seconds: 10 }, async () =>
      (await storeOf('Job').count({ subject: `Entity/${id}`, status: 'done' })) > 0 ? true : undefined,
    );
    await storeOf('Job').updateMany({ subject: `Entity/${id}`, status: 'waiting' }, { $set: { dueAt: now() } });
    await pollUntil({ label: 'the order to follow again', seconds: 10 }, () => stands(line));
  });

  it('is unique for each client', async () => {
    const client = await aClient(api);
    const answers = await Promise.all([1, 2, 3].map(() => place({ subType: 'client', client: client.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await place({ subType: 'client', client: inside.client.id }, inside.moderator)).toMatchObject({
      status: 409,
    });
    expect(await place({ subType: 'client', client: outside.client.id }, inside.moderator)).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/client' }] } },
    });
  });

  it('has neither members nor child entities', async () => {
    const [id = ''] = inside.client.treeScope;
    const user = await aUser(api, { memberOf: [inside.entity] });
    const join = { method: 'POST', path: `/api/entities/${id}/members`, body: { user: user.id } } as const;
    expect(await api.admin.call(join)).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_INOPERABLE', details: { resourceType: 'Entity', resourceId: id } },
    });
    const memberships = [{ entity: inside.entity.id }, { entity: id }];
    const body = { name: 'New Person', email: 'below-a-client@example.com', memberships };
    expect((await api.admin.call({ method: 'POST', path: '/api/users', body })).status).toBe(409);
    expect(await place({ parent: id })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/parent' }] } },
    });
    const branch = await anEntity(api, { parent: inside.entity.id });
    expect(await change(inside.moderator, branch, { parent: id })).toMatchObject({ status: 422 });
    const answer = await inside.user.call({
      method: 'POST',
      path: `/api/entities/${id}/clients`,
      body: clientFields(),
    });
    expect(answer.status).toBe(409);
  });

  it('cannot be converted from an entity with members or children', async () => {
    const client = await aClient(api);
    const [crowded, bare] = [await anEntity(api), await anEntity(api)];
    const branch = await anEntity(api, { parent: crowded.id });
    const turn = { subType: 'client', client: client.id };
    expect(await change(api.admin, crowded, turn)).toMatchObject({
      status: 409,
      body: { code: 'RESOURCE_INOPERABLE', details: { referredBy: { Entity: 1 } } },
    });
    await aUser(api, { memberOf: [branch] });
    expect(await change(api.admin, branch, turn)).toMatchObject({
      body: { details: { referredBy: { EntityMember: 1 } } },
    });
    const answers = await Promise.all([
      change(api.admin, bare, turn),
      api.admin.call({ method: 'POST', path: '/api/entities', body: { name: 'Below', parent: bare.id } }),
    ]);
    const [turned, below] = answers.map(({ status }) => status);
    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([turned, below]);
  });
});

it('an order stays where it is when another agency moves', async () => {
  const [mine, theirs] = [await aDraft(inside), await aDraft(outside)];
  const branch = await anEntity(api);
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/entities/${outside.entity.id}`,
    body: { parent: branch.id },
  });
  await pollUntil({ label: 'the order to follow', seconds: 10 }, async () =>
    (await api.admin.read('Order', theirs.id)).treeScope.includes(branch.id) ? true : undefined,
  );
  expect(await api.admin.read('Order', mine.id)).toMatchObject({ treeScope: mine.treeScope });
});
