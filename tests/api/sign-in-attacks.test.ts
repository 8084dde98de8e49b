import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMailbox, signInLink } from '#tests/product/mail.ts';
import { requestToken } from '#tests/product/sign-in.ts';
import { freezeClock, minute, second } from './clock.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

// Attacks on signing in as another user; tests/README.md lists the tests of other attacks.

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const path = '/api/auth/magic/verify';
const verify = (token: string, more = {}) => api.call({ method: 'POST', path, body: { token }, ...more });
const tokenFor = (email: string) => requestToken({ call: api.call, dataDir: api.config.dataDir }, email);

it('a magic link that is used 20 times concurrently signs in once', async () => {
  const token = await tokenFor((await aUser(api)).email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)]);
});

it.each([
  [599, 200],
  [601, 401],
])('a magic link that is used after %i seconds is answered with %i', async (seconds, status) => {
  const { email } = await aUser(api);
  const token = await tokenFor(email);
  freezeClock().pass(seconds * second);
  // The link was created just before the clock stopped; 599 seconds leave room for that.
  expect((await verify(token)).status).toBe(status);
});

it('a magic link is not consumed by the GET and HEAD requests of mail scanners, and works in another browser by POST', async () => {
  const token = await tokenFor((await aUser(api)).email);
  expect((await api.call({ path: `${path}?token=${token}` })).status).toBe(404);
  expect((await api.app.inject({ method: 'HEAD', url: `${path}?token=${token}` })).statusCode).toBe(404);
  const anotherBrowser = { cookies: [] };
  expect((await verify(token, anotherBrowser)).status).toBe(200);
});

it('a session that was planted before the sign-in is replaced by it (session fixation)', async () => {
  const victim = await aUser(api);
  const attacker = await api.signedInAs(await aUser(api));
  const { cookies } = await verify(await tokenFor(victim.email), { cookies: attacker.cookies });
  const [own] = cookies.filter(({ name }) => name === 'session');
  expect(own?.value).not.toBe(attacker.cookies.find(({ name }) => name === 'session')?.value);
  expect((await attacker.call({ path: '/api/users/me' })).status).toBe(401);
});

it('a magic link contains the configured URL, whatever the Host header says', async () => {
  const { email } = await aUser(api);
  const box = await openMailbox(api.config.dataDir, email);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: email }, headers });
  expect(new URL(signInLink(await box.next())).origin).toBe(api.config.publicUrl);
});

it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
  'a form of another site can neither sign in nor request a link with: %s',
  async (type) => {
    const token = await tokenFor((await aUser(api)).email);
    for (const origin of ['https://evil.example', 'null', api.config.publicUrl]) {
      const headers = { origin, 'content-type': type };
      const rejected = await verify(token, { headers });
      expect(rejected.status).toBe(400);
      expect(rejected.cookies).toEqual([]);
      const call = { method: 'POST', path: '/api/auth/magic', body: { key: 'someone@example.com' }, headers } as const;
      expect((await api.call(call)).status).toBe(400);
    }
    expect((await verify(token)).status).toBe(200);
  },
);

it('a session that is older than 15 minutes cannot add a sign-in method, including Google', async () => {
  const person = await api.signedInAs(await aUser(api));
  freezeClock().pass(15 * minute + second);
  const basic = { type: 'BASIC', key: 'late', challenge: 'correct horse battery' };
  const stale = { status: 400, body: { details: { needs: 'RECENT_SIGN_IN' } } };
  const add = { method: 'POST', path: '/api/users/me/auth_providers', body: basic } as const;
  expect(await person.call(add)).toMatchObject(stale);
  expect(
    await person.call({ path: '/api/auth/google?purpose=link', headers: { 'sec-fetch-site': 'same-origin' } }),
  ).toMatchObject(stale);
});
