import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity, EntityMember } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';
import { type Agency, aClient, aDraft, anAgency, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const members = ({ id }: Entity) => `/api/entities/${id}/members`;
const join = ({ call }: SignedInUser, entity: Entity, body: object) =>
  callExpecting<EntityMember>(call, 201, { method: 'POST', path: members(entity), body });

it('a new member can read the entity at once, and no longer when the membership ends', async () => {
  const user = await aUser(api);
  const person = await api.signedInAs(user);
  const reads = async () => (await person.call({ path: `/api/entities/${agency.entity.id}` })).status;
  expect([403, 404]).toContain(await reads());
  await join(api.admin, agency.entity, { user: user.id });
  expect(await reads()).toBe(200);
  expect(await api.admin.read('User', user.id)).toMatchObject({ treeScope: [agency.entity.id] });
  await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `${members(agency.entity)}/${user.id}` });
  expect([403, 404]).toContain(await reads());
  expect(await api.admin.read('User', user.id)).toMatchObject({ treeScope: [] });
});

it('a user can be a member of an entity only once', async () => {
  const user = await aUser(api);
  await join(api.admin, agency.entity, { user: user.id });
  const again = await api.admin.call({ method: 'POST', path: members(agency.entity), body: { user: user.id } });
  expect(again).toMatchObject({ status: 409, body: { code: 'RESOURCE_CONFLICT' } });
});

it('a member with MANAGE_MEMBERS manages the members of that entity only, whatever the role', async () => {
  const branch = await anEntity(api, { parent: agency.entity.id });
  const manager = await api.signedInAs(await aUser(api, { memberOf: [branch] }));
  const other = await aUser(api, { memberOf: [branch] });
  const change = { method: 'PATCH', path: `${members(branch)}/${other.id}`, body: { flags: 1 } } as const;
  expect((await manager.call(change)).status).toBe(403);
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `${members(branch)}/${manager.user.id}`,
    body: { flags: 1 },
  });
  expect(await callExpecting(manager.call, 200, change)).toMatchObject({ user: other.id, flags: 1 });
  const below = await anEntity(api, { parent: branch.id });
  const reach = await manager.call({ method: 'POST', path: members(below), body: { user: other.id } });
  expect(reach).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
});

it('a membership cannot be moved to another user', async () => {
  const [one, other] = [await aUser(api), await aUser(api)];
  await join(api.admin, agency.entity, { user: one.id });
  const path = `${members(agency.entity)}/${one.id}`;
  expect(await api.admin.call({ method: 'PATCH', path, body: { user: other.id } })).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: '/user', message: 'Cannot be changed' }] } },
  });
});

it('an entity lists its members and children, and a user the entities of its memberships', async () => {
  const top = await anEntity(api);
  const [first, second] = [
    await anEntity(api, { name: 'A branch', parent: top.id }),
    await anEntity(api, { name: 'B branch', parent: top.id }),
  ];
  const user = await aUser(api, { memberOf: [top, second] });
  expect(await api.admin.read('Entity', top.id)).toMatchObject({
    children: [first.id, second.id],
    members: [{ user: user.id, flags: 0 }],
  });
  const memberships = await callExpecting(api.admin.call, 200, { path: `/api/users/${user.id}/memberships` });
  expect(memberships).toEqual([
    { entity: { id: top.id, name: top.name }, flags: 0 },
    { entity: { id: second.id, name: 'B branch' }, flags: 0 },
  ]);
});

it('the memberships of a user show only entities that the reader may read, none of other agencies', async () => {
  const other = await anAgency(api);
  const user = await aUser(api, { memberOf: [agency.entity, other.entity] });
  const of = async ({ call }: SignedInUser) =>
    (await callExpecting<{ entity: { id: string } }[]>(call, 200, { path: `/api/users/${user.id}/memberships` })).map(
      ({ entity }) => entity.id,
    );
  expect(await of(agency.moderator)).toEqual([agency.entity.id]);
  expect(await of(other.user)).toEqual([other.entity.id]);
  expect((await of(await api.signedInAs(user))).toSorted()).toEqual([agency.entity.id, other.entity.id].toSorted());
  const guild = await api.admin.create('Guild', { name: 'Readers' });
  const [colleague, member] = [
    await aUser(api, { guild: guild.id, guildFlags: 1 }),
    await aUser(api, { guild: guild.id, memberOf: [other.entity] }),
  ];
  const manager = await api.signedInAs(colleague);
  expect(await callExpecting(manager.call, 200, { path: `/api/users/${member.id}/memberships` })).toEqual([]);
});

it('an entity shows its members and children to its readers only', async () => {
  const other = await anAgency(api);
  const { body } = await agency.user.call({ path: `/api/entities/${agency.entity.id}` });
  expect(JSON.stringify(body)).not.toContain(other.user.user.id);
  expect(body).toMatchObject({
    members: expect.arrayContaining([expect.objectContaining({ user: agency.user.user.id })]),
  });
  for (const path of [
    `/api/entities/${other.entity.id}`,
    members(other.entity),
    `${members(other.entity)}/${other.user.user.id}`,
  ])
    expect((await agency.moderator.call({ path })).status).toBe(404);
  const page = await callExpecting<{ results: EntityMember[] }>(agency.user.call, 200, {
    path: members(agency.entity),
  });
  expect(page.results.map(({ user }) => user)).toContain(agency.user.user.id);
  expect(page.results.map(({ entity }) => entity)).not.toContain(other.entity.id);
});

it('records below an entity follow it to a new place, without counting as changed', async () => {
  const [from, to] = [await anAgency(api), await anAgency(api)];
  const branch = await anEntity(api, { parent: from.entity.id });
  const leaf = await anEntity(api, { parent: branch.id });
  const client = await aClient(api, { below: leaf });
  const draft = await aDraft(from, { client: client.id });
  const person = await api.signedInAs(await aUser(api, { memberOf: [leaf] }));
  const reads = async (person: SignedInUser, path: string) => (await person.call({ path })).status === 200;
  const order = `/api/orders/${draft.id}`;
  expect([await reads(from.moderator, order), await reads(to.moderator, order)]).toEqual([true, false]);
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/entities/${branch.id}`,
    body: { parent: to.entity.id },
  });
  expect(await reads(to.moderator, `/api/entities/${leaf.id}`)).toBe(true);
  await pollUntil({ label: 'the order to follow', seconds: 10 }, async () =>
    (await reads(to.moderator, order)) ? true : undefined,
  );
  const line = [leaf.id, branch.id, to.entity.id];
  expect(await api.admin.read('Client', client.id)).toMatchObject({ treeScope: [client.treeScope[0], ...line] });
  expect(await api.admin.read('Order', draft.id)).toMatchObject({
    treeScope: [client.treeScope[0], ...line],
    revision: draft.revision,
    updatedAt: draft.updatedAt,
  });
  await pollUntil({ label: 'the user to follow', seconds: 10 }, async () =>
    (await reads(to.moderator, `/api/users/${person.user.id}`)) ? true : undefined,
  );
  expect(await reads(from.moderator, order)).toBe(false);
});

it('an entity with members cannot be deleted, and the error counts its dependents', async () => {
  const entity = await anEntity(api);
  await aUser(api, { memberOf: [entity] });
  expect(await api.admin.call({ method: 'DELETE', path: `/api/entities/${entity.id}` })).toMatchObject({
    status: 409,
    body: { code: 'RESOURCE_INOPERABLE', details: { referredBy: { EntityMember: 1 } } },
  });
});
