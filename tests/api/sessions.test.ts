import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { versionHash } from '#api/engine/store/cache-versions.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { requestToken, signIn } from '#tests/product/sign-in.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const verify = (token: string) => api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } });
const where = () => ({ call: api.call, dataDir: api.config.dataDir });

const listSessions = ({ call }: SignedInUser) =>
  callExpecting<{ id: string; isCurrent: boolean }[]>(call, 200, { path: '/api/sessions' });

describe('a session', () => {
  it('a session ends with sign-out', async () => {
    const person = await api.signedInAs(await aUser(api));
    expect((await person.call({ method: 'POST', path: '/api/auth/logout', body: {} })).status).toBe(200);
    expect((await person.call({ path: '/api/users/me' })).status).toBe(401);
  });

  it('is ended on all devices by one call, and only for that user', async () => {
    const user = await aUser(api);
    const [here, there] = [await api.signedInAs(user), await api.signedInAs(user)];
    expect((await here.call({ method: 'DELETE', path: '/api/sessions' })).status).toBe(200);
    expect((await there.call({ path: '/api/users/me' })).status).toBe(401);
    expect((await api.admin.call({ path: '/api/users/me' })).status).toBe(200);
  });

  it('is listed to its user with all other sessions of theirs, the latest first, and to nobody else', async () => {
    const user = await aUser(api);
    const stranger = await api.signedInAs(await aUser(api));
    const [here, there] = [await api.signedInAs(user), await api.signedInAs(user)];
    const own = await storeOf('Session').find({ filter: { user: user.id }, sort: ['lastSeen'] });
    expect((await listSessions(here)).map(({ id }) => id)).toEqual(own.map(({ id }) => id).toReversed());
    expect((await listSessions(there)).map(({ id }) => id)).toEqual((await listSessions(here)).map(({ id }) => id));
    expect(await listSessions(stranger)).toHaveLength(1);
  });

  it('shows whether it is the current one, and who signed in with it', async () => {
    const user = await aUser(api);
    const [here, there] = [await api.signedInAs(user), await api.signedInAs(user)];
    const [mine, other] = (await listSessions(here)).toSorted((one) => (one.isCurrent ? -1 : 1));
    expect([mine?.isCurrent, other?.isCurrent]).toEqual([true, false]);
    expect((await listSessions(there)).find(({ isCurrent }) => isCurrent)?.id).toBe(other?.id);
  });

  it('can be ended from another session of the same user, which ends no other', async () => {
    const user = await aUser(api);
    const [here, there, third] = [await api.signedInAs(user), await api.signedInAs(user), await api.signedInAs(user)];
    const own = (await listSessions(there)).find(({ isCurrent }) => isCurrent);
    const path = `/api/sessions/${own?.id}`;
    expect(await here.call({ method: 'DELETE', path })).toMatchObject({ status: 200, body: { id: own?.id } });
    expect((await there.call({ path: '/api/users/me' })).status).toBe(401);
    for (const { call } of [here, third]) expect((await call({ path: '/api/users/me' })).status).toBe(200);
    expect((await here.call({ method: 'DELETE', path })).status).toBe(404);
    const log = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${user.id}&limit=1`,
    });
    expect(log.results).toMatchObject([{ action: 'signOut', details: { reason: 'elsewhere', count: 1 } }]);
  });

  it('can end itself, which clears its cookie', async () => {
    const person = await api.signedInAs(await aUser(api));
    const [own] = await listSessions(person);
    const ended = await person.call({ method: 'DELETE', path: `/api/sessions/${own?.id}` });
    expect(ended).toMatchObject({ status: 200, body: { isCurrent: true } });
    expect(ended.cookies).toContainEqual({ name: 'session', value: '' });
    expect((await person.call({ path: '/api/users/me' })).status).toBe(401);
  });

  it('a session of another user cannot be deleted, not even by an ADMIN, and neither can the record of cache versions', async () => {
    const stranger = await api.signedInAs(await aUser(api));
    const [theirs] = await listSessions(stranger);
    const versions = await storeOf('Session').findOne({ hash: versionHash(`User/${stranger.user.id}`) });
    for (const id of [theirs?.id, versions?.id])
      expect(await api.admin.call({ method: 'DELETE', path: `/api/sessions/${id}` })).toMatchObject({
        status: 404,
        body: { code: 'RESOURCE_NOT_FOUND', details: { type: 'Session' } },
      });
    expect((await stranger.call({ path: '/api/users/me' })).status).toBe(200);
  });

  it('is distinguished from concurrent requests of others, and from one that has ended', async () => {
    const [one, other, left] = [await aUser(api), await aUser(api), await aUser(api)];
    const people = [await api.signedInAs(one), await api.signedInAs(other), await api.signedInAs(left)];
    await people[2]?.call({ method: 'POST', path: '/api/auth/logout', body: {} });
    const turns = Array.from({ length: 40 }, () => people).flat();
    const answers = await Promise.all(turns.map(({ call }) => call({ path: '/api/users/me' })));
    const results = answers.map(({ status, body }) => (status === 200 ? Object(body).id : status));
    expect(results).toEqual(turns.map((_, index) => [one.id, other.id, 401][index % 3]));
  });

  it('gets another id at each sign-in', async () => {
    const { email } = await aUser(api);
    const first = await signIn(where(), email);
    const token = await requestToken(where(), email);
    const second = await api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token }, cookies: first });
    expect(second.cookies.filter(({ value }) => value !== '')).not.toEqual(first);
    expect(second.status).toBe(200);
  });

  it('ends when its user is deactivated', async () => {
    const user = await aUser(api);
    const person = await api.signedInAs(user);
    await api.admin.call({ method: 'PATCH', path: `/api/users/${user.id}`, body: { inactive: true } });
    expect((await person.call({ path: '/api/users/me' })).status).toBe(401);
  });

  it('gets the rights of a changed role at once', async () => {
    const user = await aUser(api);
    const person = await api.signedInAs(user);
    expect((await person.call({ path: '/api/entities' })).status).toBe(403);
    await api.admin.call({ method: 'PATCH', path: `/api/users/${user.id}`, body: { roles: ['DEVELOPER'] } });
    expect((await person.call({ path: '/api/entities' })).status).toBe(200);
  });

  it('is rejected if its cookie was tampered with', async () => {
    const person = await api.signedInAs(await aUser(api));
    const changed = person.cookies.map(({ name, value }) => ({ name, value: `${value.slice(0, -1)}x` }));
    expect((await api.call({ path: '/api/users/me', cookies: changed })).status).toBe(401);
  });

  it('changes nothing in a request from another origin', async () => {
    const person = await api.signedInAs(await aUser(api));
    const forged = { origin: 'https://evil.example' };
    const answer = await person.call({
      method: 'PATCH',
      path: '/api/users/me',
      body: { name: 'Eve' },
      headers: forged,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    expect(await person.read('User', 'me')).toMatchObject({ name: person.user.name });
  });

  it('has a cookie that is HttpOnly and same-site', async () => {
    const { email } = await aUser(api);
    const token = await requestToken(where(), email);
    const cookies = (await verify(token)).headers.getSetCookie();
    expect(cookies).toContainEqual(expect.stringMatching(/^session=.*; HttpOnly.*; SameSite=Lax/i));
  });
});

describe('a session expires by the clock of the database', () => {
  const [minute, day] = [60_000, 86_400_000];
  const sessionsOf = ({ user }: SignedInUser) => storeOf('Session').find({ filter: { user: user.id } });
  const set = ({ user }: SignedInUser, fields: object) =>
    storeOf('Session').updateMany({ user: user.id }, { $set: fields });
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
  const status = async (person: SignedInUser) => (await person.call({ path: '/api/users/me' })).status;
  /** Does work in a process whose own clock is off by this many milliseconds. */
  const withClock = async <T>(error: number, work: () => Promise<T>): Promise<T> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + error });
    try {
      return await work();
    } finally {
      vi.useRealTimers();
    }
  };

  it('a session expires by the clock of the database when it is idle for three days, and not before', async () => {
    const [idle, used] = [await api.signedInAs(await aUser(api)), await api.signedInAs(await aUser(api))];
    await set(idle, { lastSeen: ago(3 * day) });
    await set(used, { lastSeen: ago(3 * day - minute) });
    expect([await status(idle), await status(used)]).toEqual([401, 200]);
    expect(await sessionsOf(idle)).toEqual([]);
  });

  it('a session expires by the clock of the database after thirty days, even if it is used', async () => {
    const person = await api.signedInAs(await aUser(api));
    await set(person, { expires: ago(0) });
    expect(await status(person)).toBe(401);
  });

  it.each([
    ['ahead', 40 * day],
    ['behind', -40 * day],
  ])('whatever the clock of the process says: one that is far %s neither ends nor extends any', async (_, error) => {
    const [person, ended] = [await api.signedInAs(await aUser(api)), await api.signedInAs(await aUser(api))];
    await set(ended, { expires: ago(0) });
    expect(await withClock(error, () => status(person))).toBe(200);
    expect(await withClock(error, () => status(ended))).toBe(401);
  });

  it('which also sets its start', async () => {
    const user = await aUser(api);
    const person = await withClock(40 * day, () => api.signedInAs(user));
    const [session] = await sessionsOf(person);
    expect(Date.parse(session?.expires ?? '') - Date.now()).toBeGreaterThan(30 * day - minute);
    expect(Date.parse(session?.expires ?? '') - Date.now()).toBeLessThan(30 * day + minute);
  });

  it('the last use of a session is stored at most once a minute', async () => {
    const person = await api.signedInAs(await aUser(api));
    const lastSeen = async () => (await sessionsOf(person))[0]?.lastSeen;
    const [recent, older] = [ago(minute / 2), ago(2 * minute)];
    await set(person, { lastSeen: recent });
    await status(person);
    expect(await lastSeen()).toBe(recent);
    await set(person, { lastSeen: older });
    await withClock(40 * day, () => status(person));
    const firstUse = await lastSeen();
    expect(Math.abs(Date.parse(firstUse ?? '') - Date.now())).toBeLessThan(minute);
    await status(person);
    expect(await lastSeen()).toBe(firstUse);
  });
});
