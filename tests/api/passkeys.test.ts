import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Passkey, User } from '#schemas/generated/types.ts';
import type { ApiResponse, Caller, Cookie } from '#tests/product/call.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { type Deviation, softwareAuthenticator } from '#tests/product/software-authenticator.ts';
import { freezeClock, minute } from './clock.ts';
import { type Agency, anAgency, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi({ REQUIRE_PASSKEY: 'ADMIN, DEVELOPER', AUTH_BASIC: 'on' });
  agency = await anAgency(api);
});
afterAll(() => api.close());

interface OptionsAnswer {
  challenge: string;
  user: { id: string };
}

const optionsAt = '/api/users/me/passkeys/options';
const creationOptions = (call: Caller) => callExpecting<OptionsAnswer>(call, 200, { method: 'POST', path: optionsAt });
const requestOptions = () =>
  callExpecting<OptionsAnswer>(api.call, 200, { method: 'POST', path: '/api/auth/passkey/options' });
const device = () => softwareAuthenticator(api.config.publicUrl);
type Device = ReturnType<typeof device>;

const send = (call: Caller, credential: object, name = 'My laptop') =>
  call({ method: 'POST', path: '/api/users/me/passkeys', body: { name, credential } });

/** Adds a passkey to the account of a signed-in user. */
async function add({ call }: SignedInUser, name = 'My laptop'): Promise<{ passkey: Passkey; device: Device }> {
  const own = device();
  const credential = own.register(await creationOptions(call));
  const passkey = await callExpecting<Passkey>(call, 201, {
    method: 'POST',
    path: '/api/users/me/passkeys',
    body: { name, credential },
  });
  return { passkey, device: own };
}

const enter = (credential: object) => api.call({ method: 'POST', path: '/api/auth/passkey', body: { credential } });
const signIn = async (own: Device, deviation?: Deviation) => enter(own.signIn(await requestOptions(), deviation));
const aPerson = async (fields?: Parameters<typeof aUser>[1]) => api.signedInAs(await aUser(api, fields));
const me = (cookies: Cookie[]) => api.call({ path: '/api/users/me', cookies });
const signOut = ({ call }: SignedInUser) => call({ method: 'POST', path: '/api/auth/logout', body: {} });
const auditOf = ({ id }: Pick<User, 'id'>) =>
  callExpecting<{ results: { action: string; kind: string; details?: object }[] }>(api.admin.call, 200, {
    path: `/api/audit_log?resourceId=${id}`,
  });
const rejected = {
  status: 401,
  body: { code: 'AUTHENTICATION_REQUIRED', reason: expect.stringMatching(/^This passkey is not known here/) },
};
const subject = /A sign-in method of your account was changed/;

describe('signing in with a passkey', () => {
  it('signs in its owner with a recent sign-in, and is recorded', async () => {
    const person = await aPerson();
    const { device: own } = await add(person);
    const answer = await signIn(own);
    expect(answer).toMatchObject({ status: 200, body: { id: person.user.id } });
    expect(await me(answer.cookies)).toMatchObject({ status: 200, body: { id: person.user.id } });
    const again = await api.call({ method: 'POST', path: optionsAt, cookies: answer.cookies });
    expect(again.status).toBe(200);
    const { results } = await auditOf(person.user);
    expect(results).toContainEqual(expect.objectContaining({ action: 'signIn', details: { way: 'passkey' } }));
    expect(await signIn(own)).toMatchObject({ status: 200 });
    const [{ lastUsedAt }] = await listOf(person);
    expect(lastUsedAt).toEqual(expect.any(String));
  });

  const deviations: [string, Deviation][] = [
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['without PIN or fingerprint', { isUnverified: true }],
    ['with the user handle of somebody else', { userHandle: 'c29tZWJvZHk' }],
  ];
  it.each(deviations)('rejects a signature %s', async (_what, deviation) => {
    const person = await aPerson();
    const { device: own } = await add(person);
    expect(await signIn(own, deviation)).toMatchObject(rejected);
    const { results } = await auditOf(person.user);
    expect(results).toContainEqual(
      expect.objectContaining({ action: 'signInFailed', details: { way: 'passkey', reason: 'passkey' } }),
    );
  });

  it('rejects a counter that does not grow, as of a copied device', async () => {
    const { device: own } = await add(await aPerson());
    expect((await signIn(own, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0]) expect(await signIn(own, { counter })).toMatchObject(rejected);
    expect((await signIn(own, { counter: 8 })).status).toBe(200);
  });

  it('accepts a device that does not count', async () => {
    const { device: own } = await add(await aPerson());
    for (const counter of [0, 0]) expect((await signIn(own, { counter })).status).toBe(200);
  });

  it('accepts a signature once, also of several at the same time', async () => {
    const { device: own } = await add(await aPerson());
    const credential = own.signIn(await requestOptions(), { counter: 0 });
    const answers = await Promise.all([enter(credential), enter(credential), enter(credential)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(await enter(credential)).toMatchObject(rejected);
  });

  it('rejects a challenge after five minutes, one that was never issued, and one for adding a passkey', async () => {
    const person = await aPerson();
    const { device: own } = await add(person);
    expect(await enter(own.signIn({ challenge: Buffer.alloc(54).toString('base64url') }))).toMatchObject(rejected);
    expect(await enter(own.signIn({ challenge: 'AAAA' }))).toMatchObject(rejected);
    expect(await enter(own.signIn(await creationOptions(person.call)))).toMatchObject(rejected);
    const clock = freezeClock();
    const late = own.signIn(await requestOptions());
    clock.pass(5 * minute);
    expect(await enter(late)).toMatchObject(rejected);
  });

  it('answers an unknown passkey, a removed one and a wrong signature in the same way', async () => {
    const person = await aPerson();
    const { device: own, passkey } = await add(person);
    const other = device();
    other.register({ challenge: '', user: { id: 'AAAA' } });
    const withoutReqId = ({ status, body }: ApiResponse) => ({ status, body: { ...Object(body), reqId: '' } });
    const unknown = withoutReqId(await signIn(other));
    expect(unknown).toMatchObject(rejected);
    const forged = { ...other.signIn(await requestOptions()), id: own.id, rawId: own.id };
    expect(withoutReqId(await enter(forged))).toEqual(unknown);
    await callExpecting(person.call, 200, { method: 'DELETE', path: `/api/users/me/passkeys/${passkey.id}` });
    expect(withoutReqId(await signIn(own))).toEqual(unknown);
  });

  it('signs in no inactive user', async () => {
    const person = await aPerson();
    const { device: own } = await add(person);
    const path = `/api/users/${person.user.id}`;
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { inactive: true } });
    expect(await signIn(own)).toMatchObject({ status: 409, body: { code: 'RESOURCE_INOPERABLE' } });
  });

  it('is accepted only from its own pages', async () => {
    const { device: own } = await add(await aPerson());
    const body = { credential: own.signIn(await requestOptions()) };
    const headers = { origin: 'https://evil.example' };
    const answer = await api.call({ method: 'POST', path: '/api/auth/passkey', body, headers });
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
  });

  it('is limited to 100 failures per hour and network', async () => {
    const { device: own } = await add(await aPerson());
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const wrong = own.signIn({ challenge: 'AAAA' });
    const fail = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/auth/passkey',
        remoteAddress: '203.0.113.9',
        headers: { ...headers, origin: api.config.publicUrl },
        payload: { credential: wrong },
      });
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= 100; attempt += 1) statuses.push((await fail()).statusCode);
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(401));
    expect(statuses.at(100)).toBe(429);
  });
});

async function listOf({ call }: Pick<SignedInUser, 'call'>, id = 'me'): Promise<[Passkey, ...Passkey[]]> {
  const { results } = await callExpecting<{ results: [Passkey, ...Passkey[]] }>(call, 200, {
    path: `/api/users/${id}/passkeys`,
  });
  return results;
}

describe('a passkey of an account', () => {
  it('can be added, renamed and removed by its owner, who gets a mail about each change', async () => {
    const person = await aPerson();
    const mailbox = await openMailbox(api.config.dataDir, person.user.email);
    const { passkey } = await add(person, 'Work laptop');
    expect((await mailbox.next(subject)).text).toContain('The passkey “Work laptop” was added.');
    const path = `/api/users/me/passkeys/${passkey.id}`;
    await callExpecting(person.call, 200, { method: 'PATCH', path, body: { name: 'Old laptop' } });
    expect((await mailbox.next(subject)).text).toContain('“Work laptop” was renamed to “Old laptop”.');
    expect(await listOf(person)).toMatchObject([{ id: passkey.id, name: 'Old laptop', host: 'localhost' }]);
    await callExpecting(person.call, 200, { method: 'DELETE', path });
    expect((await mailbox.next(subject)).text).toContain('The passkey “Old laptop” was removed.');
    expect(await listOf(person)).toEqual([]);
    const { results } = await auditOf(passkey);
    expect(results.map(({ action, kind }) => `${kind} ${action}`).toSorted()).toEqual([
      'waysIn create',
      'waysIn delete',
      'waysIn update',
    ]);
  });

  it('never returns its key, its credential id or the id of the user on the device', async () => {
    const person = await aPerson();
    const { passkey } = await add(person);
    for (const one of [passkey, ...(await listOf(person))])
      expect(Object.keys(one).toSorted()).toEqual(
        ['createdAt', 'host', 'id', 'lastUsedAt', 'name', 'revision', 'updatedAt', 'user'].toSorted(),
      );
  });

  it('has a user handle that is the same for all passkeys of a user and is not their id', async () => {
    const person = await aPerson();
    const first = await creationOptions(person.call);
    await add(person);
    const second = await creationOptions(person.call);
    expect(second.user.id).toBe(first.user.id);
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32);
    expect(second).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [{ type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('needs a recent sign-in to be added, renamed or removed', async () => {
    const person = await aPerson();
    const { passkey } = await add(person);
    const credential = device().register(await creationOptions(person.call));
    freezeClock().pass(16 * minute);
    const path = `/api/users/me/passkeys/${passkey.id}`;
    const answers = [
      await person.call({ method: 'POST', path: optionsAt }),
      await send(person.call, credential),
      await person.call({ method: 'PATCH', path, body: { name: 'Other' } }),
      await person.call({ method: 'DELETE', path }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { details: { needs: 'RECENT_SIGN_IN' } } });
  });

  it('is not accepted from another site or host, twice, for another user, or without PIN or fingerprint', async () => {
    const person = await aPerson();
    const invalid = { status: 400, body: { details: { fields: [{ path: '/credential' }] } } };
    const options = await creationOptions(person.call);
    for (const deviation of [{ origin: 'https://evil.example' }, { host: 'evil.example' }, { isUnverified: true }])
      expect(await send(person.call, device().register(options, deviation))).toMatchObject(invalid);
    const other = await aPerson();
    expect(await send(other.call, device().register(options))).toMatchObject(invalid);
    expect((await send(person.call, device().register(options))).status).toBe(201);
    expect(await send(person.call, device().register(options))).toMatchObject(invalid);
    expect(await send(person.call, device().register(await requestOptions()))).toMatchObject(invalid);
    expect(await listOf(person)).toHaveLength(1);
  });

  it('belongs to one user', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const own = device();
    expect((await send(person.call, own.register(await creationOptions(person.call)))).status).toBe(201);
    const again = await send(other.call, own.register(await creationOptions(other.call)));
    expect(again).toMatchObject({ status: 409, body: { code: 'RESOURCE_CONFLICT' } });
    expect((await signIn(own, { userHandle: '' })).body).toMatchObject({ id: person.user.id });
  });

  it('is one of at most 20, also with requests at the same time', async () => {
    const person = await aPerson();
    const credentials: object[] = [];
    for (let count = 0; count < 22; count += 1) credentials.push(device().register(await creationOptions(person.call)));
    const answers = await Promise.all(credentials.map((credential) => send(person.call, credential)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const reason = 'There are already 20 passkeys: remove one first';
    expect(await person.call({ method: 'POST', path: optionsAt })).toMatchObject({ status: 400, body: { reason } });
  });

  it('needs a name of 1 to 100 characters', async () => {
    const person = await aPerson();
    for (const name of ['', ' ', 'a'.repeat(101)]) {
      const answer = await send(person.call, device().register(await creationOptions(person.call)), name);
      expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/name' }] } } });
    }
  });
});

describe("somebody else's passkey", () => {
  it('is seen and changed by nobody but an ADMIN, and added by nobody', async () => {
    const person = await aPerson({ memberOf: [agency.entity] });
    const { passkey } = await add(person);
    const at = `/api/users/${person.user.id}/passkeys`;
    const { moderator } = agency;
    expect((await moderator.call({ path: at })).body).toMatchObject({ results: [] });
    for (const path of [`${at}/${passkey.id}`])
      expect([
        (await moderator.call({ path })).status,
        (await moderator.call({ method: 'PATCH', path, body: { name: 'Mine' } })).status,
        (await moderator.call({ method: 'DELETE', path })).status,
      ]).toEqual([404, 404, 404]);
    for (const { call } of [moderator, api.admin]) {
      expect(await call({ method: 'POST', path: `${at}/options` })).toMatchObject({ status: 403 });
      const credential = device().register(await requestOptions());
      const body = { name: 'Mine', credential };
      expect(await call({ method: 'POST', path: at, body })).toMatchObject({ status: 403 });
    }
  });

  it('can be removed by an ADMIN, and the owner gets a mail', async () => {
    const person = await aPerson();
    const { passkey } = await add(person);
    const mailbox = await openMailbox(api.config.dataDir, person.user.email);
    const path = `/api/users/${person.user.id}/passkeys/${passkey.id}`;
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path });
    expect((await mailbox.next(subject)).text).toContain('was added.');
    expect((await mailbox.next(subject)).text).toMatch(/was removed\.[\s\S]*This was done by/);
  });

  it('cannot be changed while acting for its owner', async () => {
    const person = await aPerson();
    const { passkey } = await add(person);
    const admin = await api.signedInAs({ email: 'admin@example.com' });
    const path = `/api/users/me/passkeys/${passkey.id}`;
    const started = await admin.call({ method: 'POST', path: `/api/auth/proxy/${person.user.id}`, body: {} });
    const { cookies } = started;
    expect(await api.call({ method: 'DELETE', path, cookies })).toMatchObject({ status: 400 });
    expect(await api.call({ method: 'POST', path: optionsAt, cookies })).toMatchObject({ status: 400 });
  });
});

describe('with REQUIRE_PASSKEY', () => {
  const reason = expect.stringMatching(/^Sign in with your passkey\./);
  const denied = { status: 400, body: { code: 'REQUEST_DENIED', reason, details: { needs: 'PASSKEY' } } };
  const password = 'correct horse battery';

  it('a user of such a role signs in without a passkey until they have added one, and is asked for it', async () => {
    const user = await aUser(api, { roles: ['DEVELOPER'] });
    const person = await api.signedInAs(user);
    const self = () => person.call({ path: '/api/auth/self' });
    expect(await self()).toMatchObject({ body: { user: { id: user.id, needsPasskey: true } } });
    const { device: own } = await add(person);
    expect(await self()).toMatchObject({ body: { user: { id: user.id } } });
    expect(JSON.stringify((await self()).body)).not.toContain('needsPasskey');
    expect(JSON.stringify((await signIn(own)).body)).not.toContain('needsPasskey');
  });

  it('a user of such a role who has a passkey cannot sign in by link, code or password', async () => {
    const user = await aUser(api, { roles: ['DEVELOPER'] });
    const person = await api.signedInAs(user);
    const credentials = { type: 'BASIC', key: `dev-${user.id}`, challenge: password };
    const methods = '/api/users/me/auth_providers';
    await callExpecting(person.call, 201, { method: 'POST', path: methods, body: credentials });
    const mailbox = await openMailbox(api.config.dataDir, user.email);
    const magic = { method: 'POST', path: '/api/auth/magic', body: { key: user.email } } as const;
    const { cookies } = await api.call(magic);
    const mail = await mailbox.next(/sign-in link/);
    const token = /\/magic#(\S+)/.exec(mail.text)?.[1] ?? '';
    const code = /\b(\d{6})\b/.exec(mail.text.replaceAll(/https?:\S+/g, ''))?.[1];
    await add(person);
    await signOut(person);
    const requests = [
      { path: '/api/auth/magic/verify', body: { token } },
      { path: '/api/auth/magic/code', body: { code }, cookies },
      { path: '/api/auth/basic', body: { username: credentials.key, password } },
    ];
    for (const request of requests) expect(await api.call({ method: 'POST', ...request })).toMatchObject(denied);
    const wrongPassword = { username: credentials.key, password: 'wrong' };
    expect(await api.call({ method: 'POST', path: '/api/auth/basic', body: wrongPassword })).toMatchObject({
      status: 401,
      body: { reason: 'The user name or password is incorrect' },
    });
    const { results } = await auditOf(user);
    const failures = results.filter(({ action }) => action === 'signInFailed').map(({ details }) => details);
    for (const way of ['magic', 'basic']) expect(failures).toContainEqual({ way, reason: 'passkeyRequired' });
    await api.call(magic);
    const { text } = await mailbox.next(/Sign in with your passkey/);
    expect(text).not.toContain('/magic#');
  });

  it('such a user signs in by a printed link, and by any method after an ADMIN has removed the passkey', async () => {
    const user = await aUser(api, { roles: ['DEVELOPER'] });
    const { passkey } = await add(await api.signedInAs(user));
    // These are the links that `npm run sign-in` prints.
    expect((await api.signedInAs(user)).user.id).toBe(user.id);
    const path = `/api/users/${user.id}/passkeys/${passkey.id}`;
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path });
    const mailbox = await openMailbox(api.config.dataDir, user.email);
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: user.email } });
    const token = /\/magic#(\S+)/.exec((await mailbox.next(/sign-in link/)).text)?.[1];
    const answer = await api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } });
    expect(answer).toMatchObject({ status: 200, body: { id: user.id, needsPasskey: true } });
  });

  it('users of other roles sign in by each method, whether they have a passkey or not', async () => {
    const user = await aUser(api, { memberOf: [agency.entity] });
    await add(await api.signedInAs(user));
    const mailbox = await openMailbox(api.config.dataDir, user.email);
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: user.email } });
    const token = /\/magic#(\S+)/.exec((await mailbox.next(/sign-in link/)).text)?.[1];
    const answer = await api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('needsPasskey');
  });
});
