import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Guild, GuildResource, User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { messagesTo } from '#tests/product/mail.ts';
import { requestToken, signIn } from '#tests/product/sign-in.ts';
import { freezeClock, minute, second } from './clock.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let guild: Guild;
let member: SignedInUser;
let manager: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  guild = await api.admin.create('Guild', { name: 'Merchants' });
  member = await api.signedInAs(await aUser(api, { guild: guild.id }));
  manager = await api.signedInAs(await aUser(api, { guild: guild.id, guildFlags: 1 }));
});
afterAll(() => api.close());

const resources = ({ id }: Guild) => `/api/guilds/${id}/resources`;
const tile = (title: string, of = guild) =>
  callExpecting<GuildResource>(api.admin.call, 201, { method: 'POST', path: resources(of), body: { title } });
const titlesOf = async (call: SignedInUser['call'], path: string) =>
  (await callExpecting<{ results: GuildResource[] }>(call, 200, { path })).results.map(({ title }) => title);

it('a member reads their own guild and its resources, and no other', async () => {
  const other = await api.admin.create('Guild', { name: 'Others' });
  await tile('Ours');
  await tile('Theirs', other);
  await callExpecting(member.call, 200, { path: `/api/guilds/${guild.id}` });
  expect(await titlesOf(member.call, '/api/guild_resources')).toEqual(['Ours']);
  expect((await member.call({ path: resources(other) })).status).toBe(404);
  const list = await callExpecting<{ results: Guild[] }>(member.call, 200, { path: '/api/guilds' });
  expect(list.results.map(({ id }) => id)).toEqual([guild.id]);
  const change = await member.call({ method: 'POST', path: resources(guild), body: { title: 'Mine' } });
  expect(change).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
});

it('the order of resources is set for all of them at once or not at all', async () => {
  const other = await api.admin.create('Guild', { name: 'In order' });
  const [one, two, three] = [await tile('One', other), await tile('Two', other), await tile('Three', other)];
  const put = (body: object) => api.admin.call({ method: 'PATCH', path: resources(other), body });
  const order = [
    { id: three.id, order: 1 },
    { id: one.id, order: 2 },
    { id: two.id, order: 3 },
  ];
  expect(await put(order)).toMatchObject({
    status: 200,
    body: [{ title: 'Three' }, { title: 'One' }, { title: 'Two' }],
  });
  const stranger = { id: (await tile('Elsewhere')).id, order: 0 };
  expect(await put([{ id: one.id, order: 9 }, stranger])).toMatchObject({
    status: 422,
    body: { details: { errors: [{ path: '/1/id' }] } },
  });
  expect(await titlesOf(api.admin.call, `${resources(other)}?sort=order`)).toEqual(['Three', 'One', 'Two']);
  expect((await put([{ id: one.id }])).status).toBe(400);
});

it('a user with MANAGE_USERS creates and deactivates users of the guild, without roles', async () => {
  const make = (body: object) => manager.call({ method: 'POST', path: '/api/users', body });
  const user = await callExpecting<User>(manager.call, 201, {
    method: 'POST',
    path: '/api/users',
    body: { name: 'New Member', email: 'new.member@example.com' },
  });
  expect(user).toMatchObject({ guild: guild.id, roles: [], guildFlags: 0 });
  const message = 'new.member@example.com is the address of New Member already';
  expect(await make({ name: 'Once More', email: 'New.Member@example.com' })).toMatchObject({
    status: 409,
    body: { code: 'RESOURCE_CONFLICT', reason: message, details: { fields: [{ path: '/email', message }] } },
  });
  // A manager must not learn of users elsewhere.
  const unknown = await aUser(api);
  expect((await make({ name: 'Invited', email: unknown.email })).status).toBe(201);
  await callExpecting(manager.call, 200, { method: 'PATCH', path: `/api/users/${user.id}`, body: { inactive: true } });
  const withRole = await make({ name: 'Boss', email: 'boss@example.com', roles: ['AGENCY_USER'] });
  expect(withRole).toMatchObject({ status: 403, body: { code: 'MISSING_PERMISSION' } });
  const elsewhere = await api.admin.create('Guild', { name: 'Elsewhere' });
  expect((await make({ name: 'X', email: 'x1@example.com', guild: elsewhere.id })).status).toBeGreaterThanOrEqual(400);
  const flagged = await make({ name: 'Y', email: 'y1@example.com', guildFlags: 1 });
  expect(flagged).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/guildFlags' }] } } });
  const { results } = await callExpecting<{ results: User[] }>(manager.call, 200, { path: '/api/users?search=member' });
  expect(results.every((user) => user.guild === guild.id)).toBe(true);
  const stranger = await aUser(api);
  expect((await manager.call({ path: `/api/users/${stranger.id}` })).status).toBe(404);
  const colleague = await aUser(api, { guild: guild.id, roles: ['DEVELOPER'] });
  const ended = await manager.call({ method: 'PATCH', path: `/api/users/${colleague.id}`, body: { inactive: true } });
  expect(ended.status).toBe(403);
});

it('a member without MANAGE_USERS cannot create users', async () => {
  const body = { name: 'Nobody', email: 'nobody@example.com' };
  expect((await member.call({ method: 'POST', path: '/api/users', body })).status).toBe(403);
});

it('a guild is deleted with its resources, but not while it has users', async () => {
  const empty = await api.admin.create('Guild', { name: 'Empty' });
  const { id } = await tile('Gone', empty);
  await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/guilds/${empty.id}` });
  const { results } = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
    path: `/api/guild_resources?id=${id}`,
  });
  expect(results).toEqual([]);
  expect(await api.admin.call({ method: 'DELETE', path: `/api/guilds/${guild.id}` })).toMatchObject({
    status: 409,
    body: { code: 'RESOURCE_INOPERABLE', details: { referredBy: { User: expect.any(Number) } } },
  });
});

describe('an unknown address of a domain that a guild allows', () => {
  const where = () => ({ call: api.call, dataDir: api.config.dataDir });
  const use = (token: string) => api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } });
  const found = async (search: string) =>
    (await callExpecting<{ results: User[] }>(api.admin.call, 200, { path: `/api/users?search=${search}` })).results;
  const anOpenGuild = async (domain: string) => {
    const entity = await api.admin.create('Entity', { name: `Of ${domain}` });
    const open = { name: `Open ${domain}`, allowedEmailDomains: [domain], entityId: entity.id };
    return { entity, open: await api.admin.create('Guild', open) };
  };

  it('becomes a user of the guild and a member of its entity when its first magic link is used, and not before', async () => {
    const { entity, open } = await anOpenGuild('open.example');
    const token = await requestToken(where(), 'first.one@open.example');
    expect(await found('first.one@open.example')).toEqual([]);
    expect(await use(token)).toMatchObject({ status: 200, body: { guild: open.id, roles: [], name: 'first.one' } });
    const again = await api.signedInAs({ email: 'first.one@open.example' });
    expect(again.user).toMatchObject({ guild: open.id, guildFlags: 0, emailAddresses: [{ verified: true }] });
    await callExpecting(again.call, 200, { path: `/api/entities/${entity.id}` });
    expect(await found('first.one@open.example')).toHaveLength(1);
  });

  it('becomes one user, whichever of its links is used', async () => {
    await anOpenGuild('twice.example');
    const first = await requestToken(where(), 'one@twice.example');
    // In the last minute of a link, a request sends another link.
    freezeClock().pass(9 * minute + second);
    const tokens = [first, await requestToken(where(), 'one@twice.example')];
    const answers = await Promise.all(tokens.map(use));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await found('one@twice.example')).toHaveLength(1);
  });

  it('becomes no user if the guild was closed meanwhile, or has deactivated the user', async () => {
    const { open } = await anOpenGuild('closing.example');
    const token = await requestToken(where(), 'late@closing.example');
    const ended = await aUser(api, { guild: open.id, email: 'ended@closing.example' });
    const change = (path: string, body: object) => callExpecting(api.admin.call, 200, { method: 'PATCH', path, body });
    await change(`/api/users/${ended.id}`, { inactive: true });
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: ended.email } });
    await change(`/api/guilds/${open.id}`, { allowedEmailDomains: null });
    expect((await use(token)).status).toBe(401);
    expect(await found('late@closing.example')).toEqual([]);
    const mails = await messagesTo(api.config.dataDir, ended.email);
    expect(mails.filter(({ subject }) => /sign-in/.test(subject))).toEqual([]);
  });

  it('gets a mail that contains nothing but a name', async () => {
    await anOpenGuild('greeting.example');
    const where = { call: api.call, dataDir: api.config.dataDir };
    const cookies = await signIn(where, 'www.evil.example/win@greeting.example');
    const user = await callExpecting<User>(api.call, 200, { path: '/api/users/me', cookies });
    expect(user.name).toBe('Member of Open greeting.example');
  });

  it('an unknown address of another domain becomes no user', async () => {
    await anOpenGuild('exact.example');
    const response = await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: 'x@not.exact.example' } });
    expect(response.status).toBe(200);
    expect(await found('not.exact.example')).toEqual([]);
  });
});
