import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Guild, User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, anAgency, anEntity, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let inside: Agency;
let outside: Agency;
let guild: Guild;
let guildManager: SignedInUser;

beforeAll(async () => {
  api = await startApi();
  [inside, outside] = [await anAgency(api), await anAgency(api)];
  guild = await api.admin.create('Guild', { name: 'Harbor Guild' });
  guildManager = await api.signedInAs(await aUser(api, { guild: guild.id, guildFlags: 1 }));
});
afterAll(() => api.close());

const change = ({ call }: SignedInUser, { id }: User, body: object) =>
  call({ method: 'PATCH', path: `/api/users/${id}`, body });
const urlOf = ({ id }: Entity, user?: User) => `/api/entities/${id}/members${user ? `/${user.id}` : ''}`;
const join = ({ call }: SignedInUser, entity: Entity, user: User, flags = 0) =>
  call({ method: 'POST', path: urlOf(entity), body: { user: user.id, flags } });
const numbers = { last: 0 };
const someone = () => {
  numbers.last += 1;
  return { name: 'New Person', email: `user-${numbers.last}@example.com` };
};

describe('an agency admin', () => {
  it("deactivates and gives roles only to users without rights outside the admin's tree", async () => {
    const branch = await anEntity(api, { parent: inside.entity.id });
    const own = await aUser(api, { memberOf: [branch] });
    expect(await change(inside.moderator, own, { roles: ['AGENCY_USER'] })).toMatchObject({ status: 200 });
    expect(await change(inside.moderator, own, { inactive: true })).toMatchObject({ status: 200 });
    expect(await change(inside.moderator, own, { inactive: false })).toMatchObject({ status: 200 });
    const beyond = [
      await aUser(api, { memberOf: [inside.entity, outside.entity] }),
      await aUser(api, { memberOf: [inside.entity], guild: guild.id }),
      await aUser(api, { memberOf: [inside.entity], roles: ['DEVELOPER'] }),
      await aUser(api, { memberOf: [inside.entity], roles: ['ADMIN'] }),
    ];
    for (const user of beyond) {
      for (const body of [{ inactive: true }, { roles: [...user.roles, 'AGENCY_ADMIN'] }])
        expect(await change(inside.moderator, user, body)).toMatchObject({ status: 403 });
      expect(await api.admin.read('User', user.id)).toMatchObject({ inactive: false, roles: user.roles });
    }
    const developer = beyond.find(({ roles }) => roles.includes('DEVELOPER')) ?? own;
    expect(await change(inside.moderator, developer, { roles: [] })).toMatchObject({ status: 403 });
  });

  it('an agency admin of a branch cannot change users of the agency above', async () => {
    const branch = await anEntity(api, { parent: inside.entity.id });
    const admin = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [branch] }));
    const above = await aUser(api, { memberOf: [branch, inside.entity] });
    expect(await change(admin, above, { inactive: true })).toMatchObject({
      status: 403,
      body: { code: 'MISSING_PERMISSION', details: { action: 'update', resourceType: 'User', resourceId: above.id } },
    });
    expect(await change(inside.moderator, above, { inactive: true })).toMatchObject({ status: 200 });
  });

  it('cannot change a user who has rights elsewhere, but may send the record unchanged', async () => {
    const user = await aUser(api, { memberOf: [inside.entity, outside.entity], roles: ['AGENCY_USER'] });
    const path = `/api/users/${user.id}`;
    const whole = await inside.moderator.read('User', user.id);
    const put = (name: string) => inside.moderator.call({ method: 'PUT', path, body: { ...whole, name } });
    expect(await put('Renamed')).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
    expect(await put(user.name)).toMatchObject({ status: 200, body: { name: user.name, isWithinReach: false } });
  });

  it('cannot add a user who has rights elsewhere as a member, but may remove one from the own tree', async () => {
    const branch = await anEntity(api, { parent: inside.entity.id });
    const [own, both] = [
      await aUser(api, { memberOf: [inside.entity] }),
      await aUser(api, { memberOf: [inside.entity, outside.entity] }),
    ];
    expect((await join(inside.moderator, branch, own, 1)).status).toBe(201);
    expect(await join(inside.moderator, branch, both)).toMatchObject({
      status: 403,
      body: { code: 'MISSING_PERMISSION', details: { action: 'create', resourceType: 'EntityMember' } },
    });
    const path = urlOf(inside.entity, both);
    expect((await inside.moderator.call({ method: 'PATCH', path, body: { flags: 1 } })).status).toBe(403);
    expect((await inside.moderator.call({ method: 'DELETE', path })).status).toBe(200);
    expect(await api.admin.read('User', both.id)).toMatchObject({ treeScope: [outside.entity.id] });
    expect((await inside.moderator.call({ method: 'DELETE', path: urlOf(outside.entity, both) })).status).toBe(404);
  });

  it('cannot add a user outside the tree by id: the user is not found', async () => {
    const answers = [
      await join(inside.moderator, inside.entity, outside.user.user),
      await join(inside.moderator, inside.entity, { ...outside.user.user, id: '0123456789abcdef01234567' }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 422, body: { details: { errors: [{ path: '/user' }] } } });
  });

  it('creates users with memberships under the rules of the members call, including flags', async () => {
    const branch = await anEntity(api, { parent: inside.entity.id });
    const make = (memberships: object[], { call }: SignedInUser = inside.moderator) =>
      call({ method: 'POST', path: '/api/users', body: { ...someone(), roles: ['AGENCY_USER'], memberships } });
    const user = await callExpecting<User>(inside.moderator.call, 201, {
      method: 'POST',
      path: '/api/users',
      body: { ...someone(), memberships: [{ entity: branch.id, flags: 1 }, { entity: inside.entity.id }] },
    });
    expect((await api.admin.call({ path: urlOf(branch, user) })).body).toMatchObject({ flags: 1, user: user.id });
    const log = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
      path: '/api/audit_log?resourceType=EntityMember&limit=5',
    });
    expect(log.results).toContainEqual(expect.objectContaining({ action: 'create', user: inside.moderator.user.id }));
    expect(await make([])).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/memberships' }] } } });
    expect((await make([{ entity: branch.id }, { entity: outside.entity.id }])).status).toBe(422);
    expect((await make([{ entity: branch.id }], inside.user)).status).toBe(403);
  });
});

describe('a member who manages the members of an entity', () => {
  it('cannot change users with more rights, and cannot remove an agency admin', async () => {
    const branch = await anEntity(api, { parent: inside.entity.id });
    const manager = await api.signedInAs(await aUser(api, { memberOf: [branch] }));
    const asManager = { method: 'PATCH', path: urlOf(branch, manager.user), body: { flags: 1 } } as const;
    await callExpecting(api.admin.call, 200, asManager);
    const [plain, both, agencyAdmin] = [
      await aUser(api, { memberOf: [branch], roles: ['AGENCY_USER'] }),
      await aUser(api, { memberOf: [branch, outside.entity] }),
      await aUser(api, { memberOf: [branch], roles: ['AGENCY_ADMIN'] }),
    ];
    const flag = (user: User) => manager.call({ method: 'PATCH', path: urlOf(branch, user), body: { flags: 1 } });
    const remove = (user: User) => manager.call({ method: 'DELETE', path: urlOf(branch, user) });
    expect((await flag(plain)).status).toBe(200);
    expect([(await flag(both)).status, (await flag(agencyAdmin)).status]).toEqual([403, 403]);
    expect([(await remove(plain)).status, (await remove(both)).status]).toEqual([200, 200]);
    expect((await remove(agencyAdmin)).status).toBe(403);
    expect((await api.admin.call({ path: urlOf(branch, agencyAdmin) })).status).toBe(200);
  });
});

describe('a guild manager', () => {
  it.each([
    ['an ADMIN', { roles: ['ADMIN'] }],
    ['a DEVELOPER', { roles: ['DEVELOPER'] }],
    ['an agency admin', { roles: ['AGENCY_ADMIN'] }],
    ['a manager with an additional flag', { guildFlags: 3 }],
  ] satisfies [string, Partial<User>][])('cannot change %s of the guild', async (_who, fields) => {
    const user = await aUser(api, { guild: guild.id, ...fields });
    for (const body of [
      { name: 'Renamed' },
      { email: 'mine@example.com' },
      { inactive: true },
      { noticesOff: ['approved'] },
    ])
      expect((await change(guildManager, user, body)).status).toBeGreaterThanOrEqual(400);
    expect(
      (await change(guildManager, user, { guildFlags: user.guildFlags === 0 ? 1 : 0 })).status,
    ).toBeGreaterThanOrEqual(400);
    expect(await api.admin.read('User', user.id)).toMatchObject({ ...user, isWithinReach: true });
  });

  it('renames themselves and guild users without rights outside the guild', async () => {
    const own = await aUser(api, { guild: guild.id });
    for (const user of [own, guildManager.user])
      expect(await change(guildManager, user, { name: 'Renamed' })).toMatchObject({ status: 200 });
  });

  it('deactivates guild users without rights outside the guild, and gives no roles', async () => {
    const [own, agent] = [
      await aUser(api, { guild: guild.id }),
      await aUser(api, { guild: guild.id, memberOf: [inside.entity] }),
    ];
    expect((await change(guildManager, own, { roles: ['AGENCY_USER'] })).status).toBe(403);
    expect((await change(guildManager, own, { inactive: true })).status).toBe(200);
    expect((await change(guildManager, agent, { inactive: true })).status).toBe(403);
    const body = { ...someone(), guild: guild.id };
    const make = (body: object, { call }: SignedInUser) => call({ method: 'POST', path: '/api/users', body });
    expect((await make(body, guildManager)).status).toBe(201);
    expect((await make({ ...someone(), memberships: [{ entity: inside.entity.id }] }, guildManager)).status).toBe(422);
  });

  it('who is also an agency admin gives no roles to users outside the entity tree', async () => {
    const both = await api.signedInAs(
      await aUser(api, { guild: guild.id, guildFlags: 1, roles: ['AGENCY_ADMIN'], memberOf: [inside.entity] }),
    );
    const stranger = await aUser(api, { guild: guild.id });
    expect((await change(both, stranger, { roles: ['AGENCY_ADMIN'] })).status).toBe(403);
    const body = { ...someone(), guild: guild.id, roles: ['AGENCY_USER'] };
    expect((await both.call({ method: 'POST', path: '/api/users', body })).status).toBe(403);
  });
});

it("a user record tells its reader whether all rights of the user are within the reader's reach", async () => {
  const [own, both] = [
    await aUser(api, { memberOf: [inside.entity] }),
    await aUser(api, { memberOf: [inside.entity, outside.entity] }),
  ];
  const reach = async (person: SignedInUser, { id }: User) => (await person.read('User', id)).isWithinReach;
  expect([await reach(inside.moderator, own), await reach(inside.moderator, both)]).toEqual([true, false]);
  expect(await reach(api.admin, both)).toBe(true);
});
