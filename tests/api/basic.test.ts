import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '#schemas/generated/types.ts';
import type { Cookie } from '#tests/product/call.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ AUTH_BASIC: 'on' });
});
afterAll(() => api.close());

const password = 'correct horse battery';

/** A user with this user name and the password above. */
async function userNamed(key: string, fields: Partial<User> = {}): Promise<User> {
  const user = await aUser(api, fields);
  const body = { type: 'BASIC', key, challenge: password };
  await callExpecting(api.admin.call, 201, { method: 'POST', path: `/api/users/${user.id}/auth_providers`, body });
  return user;
}

const signIn = (username: unknown, typed: unknown = password, more = {}) =>
  api.call({ method: 'POST', path: '/api/auth/basic', body: { username, password: typed }, ...more });

const wrong = {
  status: 401,
  body: { code: 'AUTHENTICATION_REQUIRED', reason: 'The user name or password is incorrect' },
};

describe('signing in with a user name and password', () => {
  it('ignores upper and lower case, and replaces the previous session', async () => {
    const { id } = await userNamed('Ada.Stone');
    const first = await signIn('ada.stone');
    expect(first).toMatchObject({ status: 200, body: { id } });
    expect(JSON.stringify(first.body)).not.toContain('argon2');
    expect(await api.call({ path: '/api/users/me', cookies: first.cookies })).toMatchObject({ body: { id } });
    const planted = { cookies: first.cookies };
    const second = await signIn('ADA.STONE', password, planted);
    expect(second.cookies[0]?.value).not.toBe(first.cookies[0]?.value);
    expect((await api.call({ path: '/api/users/me', ...planted })).status).toBe(401);
    const log = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${id}`,
    });
    expect(log.results).toContainEqual(expect.objectContaining({ action: 'signIn' }));
    expect(log.results).not.toContainEqual(expect.objectContaining({ action: 'signInFailed' }));
  });

  it('answers a wrong password like an unknown user name', async () => {
    await userNamed('grace');
    const [known, unknown] = [await signIn('grace', 'wrong horse battery'), await signIn('nobody')];
    expect(known).toMatchObject(wrong);
    expect(known.cookies).toEqual([]);
    const log = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
      path: '/api/audit_log?action=signInFailed',
    });
    expect(log.results).toContainEqual(expect.objectContaining({ details: { way: 'basic', reason: 'password' } }));
    expect(JSON.stringify(log)).not.toContain('wrong horse battery');
    const { reqId: _, ...body } = { reqId: '', ...Object(known.body) };
    expect(unknown).toMatchObject({ status: 401, body, cookies: [] });
  });

  it('tells a deactivated user so only if the password is right', async () => {
    const { id } = await userNamed('gone');
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/users/${id}`, body: { inactive: true } });
    expect(await signIn('gone', 'wrong horse battery')).toMatchObject(wrong);
    expect(await signIn('gone')).toMatchObject({ status: 409, body: { code: 'RESOURCE_INOPERABLE' } });
  });

  it.each([
    ['from another origin', { headers: { origin: 'https://evil.example' } }],
    ['as a URL-encoded form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['as plain text', { headers: { 'content-type': 'text/plain' } }],
    ['as a multipart body', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ])('rejects a sign-in %s', async (_how, more) => {
    await userNamed(`refused ${_how}`);
    const { status, cookies } = await signIn(`refused ${_how}`, password, more);
    expect({ status, cookies }).toEqual({ status: 400, cookies: [] });
  });

  it.each([
    ['username', { $ne: '' }],
    ['password', { $gt: '' }],
  ])('rejects a value that is not a string: %s', async (field, value) => {
    const answer = field === 'username' ? await signIn(value) : await signIn('ada', value);
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: `/${field}` }] } } });
  });
});

describe('after 10 wrong passwords within an hour', () => {
  it.each(['known', 'unknown'])('rejects the next one for a user name that is %s, even the right one', async (kind) => {
    const name = `${kind}@example.com`;
    if (kind === 'known') await userNamed(name);
    // Attempts to evade the limit: case, surrounding spaces, plus addressing, headers that claim another network, and
    // concurrent requests.
    const spellings = [name, name.toUpperCase(), ` ${name}`, name.replace('@', '+1@')];
    const headers = (index: number) => ({
      'x-forwarded-for': `203.0.113.${index}`,
      forwarded: `for=203.0.113.${index}`,
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        signIn(spellings[index % spellings.length], 'wrong horse battery', { headers: headers(index) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
    const rejected = await signIn(name);
    expect(rejected).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('does not count attempts with the right password', async () => {
    await userNamed('often');
    const statuses = [];
    for (const _ of Array(11)) statuses.push((await signIn('often')).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('a browser in which a user signed in before', () => {
  const tryWrong = async (name: string, times: number, more = {}) => {
    const statuses = [];
    for (let time = 0; time < times; time += 1) statuses.push((await signIn(name, 'wrong horse battery', more)).status);
    return statuses;
  };
  const deviceOf = (cookies: Cookie[]) => ({ cookies: cookies.filter(({ name }) => name === 'device') });

  it.each(['by password', 'by link'])('is not locked out %s by wrong passwords from other browsers', async (how) => {
    const user = await userNamed(`known ${how}`);
    const { cookies } = how === 'by password' ? await signIn(`known ${how}`) : await api.signedInAs(user);
    expect(await tryWrong(`known ${how}`, 11)).toEqual([...Array(10).fill(401), 429]);
    expect((await signIn(`known ${how}`)).status).toBe(429);
    expect((await signIn(`known ${how}`, password, deviceOf(cookies))).status).toBe(200);
  });

  it('is locked out by its own wrong passwords, which lock out nobody else', async () => {
    await userNamed('own fault');
    const device = deviceOf((await signIn('own fault')).cookies);
    expect(await tryWrong('own fault', 11, device)).toEqual([...Array(10).fill(401), 429]);
    expect((await signIn('own fault', password, device)).status).toBe(429);
    expect((await signIn('own fault')).status).toBe(200);
  });

  it('is recognized by a cookie that nobody else has or can forge', async () => {
    await userNamed('target');
    await userNamed('attacker');
    const own = deviceOf((await signIn('target')).cookies).cookies[0]?.value.split('.') ?? [];
    const other = deviceOf((await signIn('attacker')).cookies);
    await tryWrong('target', 11);
    const [id, signature] = other.cookies[0]?.value.split('.') ?? [];
    for (const value of [`${id}.${signature}`, `${id}.${own[1]}`, `${own[0]}.${signature}`, `${own[0]}`])
      expect((await signIn('target', password, { cookies: [{ name: 'device', value }] })).status).toBe(429);
    expect((await signIn('target', password, { cookies: [{ name: 'device', value: own.join('.') }] })).status).toBe(
      200,
    );
  });

  it('remembers the last five users', async () => {
    let device: Cookie[] = [];
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await userNamed(name);
      device = deviceOf((await signIn(name, password, { cookies: device })).cookies).cookies;
    }
    for (const name of ['one', 'two']) await tryWrong(name, 11);
    expect((await signIn('two', password, { cookies: device })).status).toBe(200);
    expect((await signIn('one', password, { cookies: device })).status).toBe(429);
  });
});
