import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry, Order, User } from '#schemas/generated/types.ts';
import type { Caller } from '#tests/product/call.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { freezeClock, hour, second } from './clock.ts';
import { addressActions } from './email-address-helpers.ts';
import { type Agency, aDraft, anAgency, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let other: Agency;
let developer: SignedInUser;
beforeAll(async () => {
  api = await startApi();
  [agency, other] = [await anAgency(api), await anAgency(api)];
  developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
});
afterAll(() => api.close());

const impersonate = ({ call }: Pick<SignedInUser, 'call'>, { id }: Pick<User, 'id'>) =>
  call({ method: 'POST', path: `/api/auth/proxy/${id}`, body: {} });

/** Starts impersonation of a user after a fresh sign-in; `before` uses the old session. */
async function actingFor(admin: SignedInUser, user: User): Promise<{ call: Caller; before: Caller }> {
  const fresh = await api.signedInAs(admin.user);
  const answer = await impersonate(fresh, user);
  expect(answer).toMatchObject({ status: 200, body: { id: user.id, proxiedBy: { id: admin.user.id } } });
  return { call: (request) => api.call({ cookies: answer.cookies, ...request }), before: fresh.call };
}

const logOf = async (query: string) =>
  (await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path: `/api/audit_log?${query}` })).results;
const status = async (call: Caller) => (await call({ path: '/api/users/me' })).status;

it('impersonation has the rights of the other account, shows the real user, and ends by log out, each in a new session', async () => {
  const bob = agency.user.user;
  const { call, before } = await actingFor(api.admin, bob);
  // The response to a request with the old session must not clear the cookie of the new one.
  expect(await before({ path: '/api/users/me' })).toMatchObject({ status: 401, cookies: [] });
  const { id, name } = api.admin.user;
  expect(await call({ path: '/api/users/me' })).toMatchObject({ body: { id: bob.id, proxiedBy: { id, name } } });
  expect((await call({ path: '/api/auth/ability' })).body).toEqual(
    (await agency.user.call({ path: '/api/auth/ability' })).body,
  );
  const logout = await call({ method: 'POST', path: '/api/auth/logout' });
  expect(logout.status).toBe(200);
  expect(await status(call)).toBe(401);
  const own = await callExpecting<User>(api.call, 200, { path: '/api/users/me', cookies: logout.cookies });
  expect(own.id).toBe(id);
  expect(own).not.toHaveProperty('proxiedBy');
  const event = { kind: 'proxy', actor: id, user: bob.id, resourceId: bob.id, name: bob.name, address: '127.0.0.1' };
  expect(await logOf(`resourceId=${bob.id}&kind=proxy&sort=createdAt`)).toMatchObject([
    { ...event, action: 'proxyStart' },
    { ...event, action: 'proxyEnd', details: { reason: 'ended' } },
  ]);
});

it('impersonation is recorded with both users in versions, actions, the audit log and mails', async () => {
  const order = await aDraft(agency);
  const bob = agency.user.user;
  const { call } = await actingFor(api.admin, bob);
  const { id, name } = api.admin.user;
  const path = `/api/orders/${order.id}`;
  await callExpecting(call, 200, { method: 'PATCH', path, body: { formData: { headline: 'Stale bread' } } });
  await callExpecting(call, 201, {
    method: 'POST',
    path: `${path}/actions`,
    body: { kind: 'NOTE', notes: 'By phone' },
  });
  const saved = await callExpecting<Order>(call, 200, { method: 'PATCH', path, body: { status: 'PENDING' } });
  expect(saved).toMatchObject({
    lastEditedBy: bob.id,
    lastActor: id,
    actions: [{ user: bob.id, actor: { id, name } }],
  });
  const { results } = await callExpecting<{ results: { extra: object }[] }>(call, 200, { path: `${path}/versions` });
  expect(results.at(-1)?.extra).toMatchObject({ user: bob.id, actor: { id, name } });
  const mail = await mongoose.connection.collection('outbox_messages').findOne({ kind: 'submitted' });
  expect(JSON.stringify(mail)).toContain(`${name} for ${bob.name}`);
  await callExpecting(call, 200, {
    method: 'PATCH',
    path: `/api/clients/${agency.client.id}`,
    body: { industry: 'Retail' },
  });
  expect((await logOf(`resourceId=${agency.client.id}&action=update`))[0]).toMatchObject({ actor: id, user: bob.id });
});

it('impersonation is recorded with both users by a job that was started during it', async () => {
  const order = await aDraft(agency);
  const bob = agency.user.user;
  const { call } = await actingFor(api.admin, bob);
  const body = { clients: [agency.client.id] };
  const { id } = await callExpecting<{ id: string }>(call, 201, {
    method: 'POST',
    path: `/api/orders/${order.id}/copies`,
    body,
  });
  const copyId = async () => (await api.admin.read('OrderBatch', id)).copies[0]?.order ?? '';
  await expect.poll(copyId, { timeout: 10_000 }).toMatch(/^[0-9a-f]{24}$/);
  expect(await api.admin.read('Order', await copyId())).toMatchObject({
    lastEditedBy: bob.id,
    lastActor: api.admin.user.id,
  });
});

it('impersonation is recorded with both users by a bulk job that was started during it', async () => {
  const order = await aDraft(agency);
  const bob = agency.user.user;
  const { call } = await actingFor(api.admin, bob);
  const body = { resource: 'orders', action: 'submit', ids: [order.id] };
  const { id } = await callExpecting<{ id: string }>(call, 201, { method: 'POST', path: '/api/bulk_jobs', body });
  const statusOf = async () => (await api.admin.read('BulkJob', id)).status;
  await expect.poll(statusOf, { timeout: 10_000 }).toBe('ready');
  await callExpecting(call, 200, { method: 'PATCH', path: `/api/bulk_jobs/${id}`, body: { status: 'running' } });
  await expect.poll(statusOf, { timeout: 10_000 }).toBe('done');
  expect(await api.admin.read('Order', order.id)).toMatchObject({
    status: 'PENDING',
    lastEditedBy: bob.id,
    lastActor: api.admin.user.id,
  });
});

it('impersonation cannot change sign-in methods, end sessions or impersonate a third user', async () => {
  const { call } = await actingFor(api.admin, agency.user.user);
  const of = `/api/users/${agency.user.user.id}`;
  const provider = { type: 'BASIC', key: 'bobby', challenge: 'a long enough password' };
  const addresses = addressActions(api);
  const owner = await api.signedInAs(agency.user.user);
  const token = await addresses.verification(owner, await addresses.add(owner));
  const rejected = [
    await addresses.verify({ call }, token),
    await call({ method: 'POST', path: '/api/email_addresses', body: { address: 'mine@example.com' } }),
    await call({ method: 'POST', path: `${of}/email_addresses`, body: { address: 'mine@example.com' } }),
    await call({ method: 'POST', path: `${of}/auth_providers`, body: provider }),
    await call({ method: 'DELETE', path: '/api/sessions' }),
    await impersonate({ call }, other.user.user),
    await impersonate({ call }, agency.user.user),
  ];
  expect(rejected.map(({ status: each, body }) => [each, Object(body).code])).toEqual(
    rejected.map(() => [400, 'REQUEST_DENIED']),
  );
  expect(await status(agency.user.call)).toBe(200);
});

it('impersonation is rejected for users with more rights, oneself, deactivated or unreadable users, and without the right to it', async () => {
  const inactiveUser = await aUser(api, { inactive: true });
  const colleague = agency.user.user;
  for (const [admin, user, expected] of [
    [developer, api.admin.user, { status: 403, body: { code: 'MISSING_PERMISSION' } }],
    [developer, developer.user, { status: 400, body: { code: 'REQUEST_DENIED' } }],
    [api.admin, inactiveUser, { status: 409, body: { code: 'RESOURCE_INOPERABLE' } }],
    [agency.moderator, colleague, { status: 403, body: { code: 'MISSING_ABILITY' } }],
    [agency.moderator, other.user.user, { status: 404 }],
    [agency.user, api.admin.user, { status: 404 }],
    [{ call: api.call }, colleague, { status: 401 }],
  ] as const)
    expect(await impersonate(admin, user)).toMatchObject(expected);
  expect(await logOf(`kind=proxy&actor=${agency.moderator.user.id}`)).toEqual([]);
});

it('impersonation ends after an hour, when the target is deactivated, and when the right is lost', async () => {
  const target = await aUser(api, { memberOf: [agency.entity] });
  const asAdmin = (user: User, body: object) =>
    callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/users/${user.id}`, body });
  const { call: promoted } = await actingFor(developer, target);
  await asAdmin(target, { roles: ['ADMIN'] });
  expect(await status(promoted)).toBe(401);
  await asAdmin(target, { roles: [] });
  const { call: stripped } = await actingFor(developer, target);
  await asAdmin(developer.user, { roles: [] });
  expect(await status(stripped)).toBe(401);
  await asAdmin(developer.user, { roles: ['DEVELOPER'] });
  const leaving = await aUser(api);
  const { call: fired } = await actingFor(developer, leaving);
  await asAdmin(leaving, { inactive: true });
  expect(await status(fired)).toBe(401);
  const { call: late } = await actingFor(developer, target);
  const clock = freezeClock();
  clock.pass(hour - second);
  expect(await status(late)).toBe(200);
  clock.pass(2 * second);
  expect(await status(late)).toBe(401);
  const reasons = (await logOf(`resourceId=${target.id}&action=proxyEnd&sort=createdAt`)).map(
    ({ details }) => details.reason,
  );
  expect(reasons.sort()).toEqual(['expired', 'right', 'right']);
});
