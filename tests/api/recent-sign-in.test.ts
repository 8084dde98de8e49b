import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthProvider, EmailAddress, Invitation, User } from '#schemas/generated/types.ts';
import type { ApiCall } from '#tests/product/call.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { freezeClock, minute, second } from './clock.ts';
import { anAddress } from './email-address-helpers.ts';
import { type Agency, aDraft, anAgency, anEntity, aUser } from './factories.ts';
import { createApiKey, signingCaller } from './message-signatures.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi({ SESSION_IDLE: '2d' });
  agency = await anAgency(api);
});
afterAll(() => api.close());

/** A request and the user who makes it. */
type Change = () => Promise<{ by: SignedInUser } & ApiCall>;

const password = { type: 'BASIC', challenge: 'correct horse battery' };
const aMember = () => aUser(api, { memberOf: [agency.entity] });
const admin = () => api.signedInAs({ email: 'admin@example.com' });
const membersAt = () => `/api/entities/${agency.entity.id}/members`;
const invitationsAt = () => `/api/entities/${agency.entity.id}/invitations`;
const addProvider = (user: Pick<User, 'id'>, key: string) =>
  callExpecting<AuthProvider>(api.admin.call, 201, {
    method: 'POST',
    path: `/api/users/${user.id}/auth_providers`,
    body: { ...password, key },
  });
const secondAddress = async (user: User): Promise<EmailAddress> => {
  const path = `/api/users/${user.id}/email_addresses`;
  return await callExpecting(api.admin.call, 201, { method: 'POST', path, body: { address: anAddress() } });
};

/** Every change of sign-in methods, roles or memberships, of oneself and of others (design 5). */
const changes: Record<string, Change> = {
  'adding an own sign-in method': async () => {
    const by = await api.signedInAs(await aUser(api));
    return { by, method: 'POST', path: '/api/users/me/auth_providers', body: { ...password, key: by.user.id } };
  },
  'adding a sign-in method of another user as an ADMIN': async () => {
    const { id } = await aUser(api);
    return {
      by: await admin(),
      method: 'POST',
      path: `/api/users/${id}/auth_providers`,
      body: { ...password, key: id },
    };
  },
  'changing a password as an ADMIN': async () => {
    const user = await aUser(api);
    const { id } = await addProvider(user, `changed ${user.id}`);
    const body = { challenge: 'another horse battery' };
    return { by: await admin(), method: 'PATCH', path: `/api/users/${user.id}/auth_providers/${id}`, body };
  },
  'deleting an own sign-in method': async () => {
    const user = await aUser(api);
    const { id } = await addProvider(user, `removed ${user.id}`);
    return { by: await api.signedInAs(user), method: 'DELETE', path: `/api/users/me/auth_providers/${id}` };
  },
  'creating an API key': async () => {
    const by = await api.signedInAs(await aUser(api));
    return { by, method: 'POST', path: '/api/users/me/auth_providers', body: { type: 'API_HMAC', key: 'Import' } };
  },
  'adding an own e-mail address': async () => {
    const by = await api.signedInAs(await aUser(api));
    return { by, method: 'POST', path: '/api/email_addresses', body: { address: anAddress() } };
  },
  'adding an e-mail address of another user as an ADMIN': async () => {
    const path = `/api/users/${(await aUser(api)).id}/email_addresses`;
    return { by: await admin(), method: 'POST', path, body: { address: anAddress() } };
  },
  'setting a primary address as an ADMIN': async () => {
    const { id } = await secondAddress(await aUser(api));
    return { by: await admin(), method: 'PATCH', path: `/api/email_addresses/${id}`, body: { primary: true } };
  },
  'deleting an e-mail address': async () => {
    const user = await aUser(api);
    const { id } = await secondAddress(user);
    return { by: await api.signedInAs(user), method: 'DELETE', path: `/api/email_addresses/${id}` };
  },
  'changing the e-mail of another ADMIN': async () => {
    const { id } = await aUser(api, { roles: ['ADMIN'] });
    return { by: await admin(), method: 'PATCH', path: `/api/users/${id}`, body: { email: anAddress() } };
  },
  'giving a role': async () => {
    const { id } = await aUser(api);
    return { by: await admin(), method: 'PATCH', path: `/api/users/${id}`, body: { roles: ['ADMIN'] } };
  },
  'removing a role': async () => {
    const { id } = await aUser(api, { roles: ['DEVELOPER'] });
    return { by: await admin(), method: 'PATCH', path: `/api/users/${id}`, body: { roles: [] } };
  },
  'creating a user with a role': async () => {
    const body = { name: 'New Admin', email: anAddress(), roles: ['ADMIN'] };
    return { by: await admin(), method: 'POST', path: '/api/users', body };
  },
  'changing the flags of a guild member': async () => {
    const guild = await api.admin.create('Guild', { name: anAddress() });
    const { id } = await aUser(api, { guild: guild.id });
    return { by: await admin(), method: 'PATCH', path: `/api/users/${id}`, body: { guildFlags: 1 } };
  },
  'changing the guild of a user': async () => {
    const guild = await api.admin.create('Guild', { name: anAddress() });
    const { id } = await aUser(api);
    return { by: await admin(), method: 'PATCH', path: `/api/users/${id}`, body: { guild: guild.id } };
  },
  'creating a user with flags in a guild': async () => {
    const guild = await api.admin.create('Guild', { name: anAddress() });
    const body = { name: 'New Manager', email: anAddress(), guild: guild.id, guildFlags: 1 };
    return { by: await admin(), method: 'POST', path: '/api/users', body };
  },
  'creating a user with a membership': async () => {
    const body = { name: 'New Member', email: anAddress(), memberships: [{ entity: agency.entity.id }] };
    return { by: await api.signedInAs(agency.moderator.user), method: 'POST', path: '/api/users', body };
  },
  'creating a membership': async () => {
    const body = { user: (await aUser(api)).id };
    return { by: await admin(), method: 'POST', path: membersAt(), body };
  },
  'changing the flags of a membership': async () => {
    const { id } = await aMember();
    return { by: await admin(), method: 'PATCH', path: `${membersAt()}/${id}`, body: { flags: 1 } };
  },
  'deleting a membership': async () => {
    const { id } = await aMember();
    return { by: await admin(), method: 'DELETE', path: `${membersAt()}/${id}` };
  },
  'moving the memberships of a deleted entity': async () => {
    const [source, to] = [await anEntity(api), await anEntity(api)];
    await aUser(api, { memberOf: [source] });
    const body = { moveTo: to.id, members: 'move' };
    return { by: await admin(), method: 'POST', path: `/api/entities/${source.id}/dissolve`, body };
  },
  'inviting a user to become a member': async () => {
    const by = await api.signedInAs(agency.moderator.user);
    return { by, method: 'POST', path: invitationsAt(), body: { address: anAddress() } };
  },
  'accepting an invitation': async () => {
    const by = await api.signedInAs(await aUser(api));
    const body = { address: by.user.email };
    await callExpecting<Invitation>(api.admin.call, 201, { method: 'POST', path: invitationsAt(), body });
    const [own] = await callExpecting<Invitation[]>(by.call, 200, { path: '/api/invitations' });
    return { by, method: 'POST', path: `/api/invitations/${own?.id}/accept` };
  },
};

const stale = { status: 400, body: { code: 'REQUEST_DENIED', details: { needs: 'RECENT_SIGN_IN' } } };

describe.each(Object.entries(changes))('%s', (_what, change) => {
  it('requires a sign-in within the last 15 minutes', async () => {
    const { by, ...request } = await change();
    const clock = freezeClock();
    clock.pass(15 * minute + second);
    expect(await by.call(request)).toMatchObject(stale);
    clock.pass(-2 * second);
    expect((await by.call(request)).status).toBeLessThan(300);
  });

  it('is rejected during impersonation', async () => {
    const { by, ...request } = await change();
    // An ADMIN may impersonate everybody, including another ADMIN.
    const other = await admin();
    const started = await other.call({ method: 'POST', path: `/api/auth/proxy/${by.user.id}`, body: {} });
    const isSelf = by.user.id === other.user.id;
    if (isSelf) return expect(started.status).toBe(400);
    expect(started.status).toBe(200);
    const rejected = await api.call({ ...request, cookies: started.cookies });
    expect(rejected).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    expect(rejected.body).not.toMatchObject({ details: { needs: 'RECENT_SIGN_IN' } });
  });
});

it('a machine changes no role or membership, even if its user may', async () => {
  const machine = signingCaller(api, await createApiKey(api, api.admin.user));
  const { id } = await aUser(api);
  for (const request of [
    { method: 'PATCH', path: `/api/users/${id}`, body: { roles: ['ADMIN'] } },
    { method: 'POST', path: membersAt(), body: { user: id } },
  ] as const)
    expect(await machine(request)).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
});

it('other changes of users need no recent sign-in', async () => {
  const { id } = await aMember();
  const by = await api.signedInAs(agency.moderator.user);
  freezeClock().pass(60 * minute);
  const path = `/api/users/${id}`;
  for (const body of [{ name: 'Another Name' }, { inactive: true }, { inactive: false }])
    expect((await by.call({ method: 'PATCH', path, body })).status).toBe(200);
  expect((await aDraft(agency)).status).toBe('DRAFT');
});
