import { createHash } from 'node:crypto';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cookie } from '#tests/product/call.ts';
import { messagesTo, openMailbox, signInLink } from '#tests/product/mail.ts';
import { requestToken } from '#tests/product/sign-in.ts';
import { freezeClock, minute, second } from './clock.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const magic = (key: unknown, headers = {}) =>
  api.call({ method: 'POST', path: '/api/auth/magic', body: { key }, headers });
const verify = (token: string, headers = {}) =>
  api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token }, headers });
const where = () => ({ call: api.call, dataDir: api.config.dataDir });

describe('requesting a magic link', () => {
  it('sends a mail with a link to the user of the address, ignoring upper and lower case', async () => {
    const { email, name } = await aUser(api);
    const mailbox = await openMailbox(api.config.dataDir, email);
    expect((await magic(email.toUpperCase())).status).toBe(200);
    const message = await mailbox.next();
    expect(message.text).toContain(name);
    expect(message.text).toMatch(new RegExp(`^${api.config.publicUrl}/magic#[\\w-]{43}$`, 'm'));
  });

  it('returns the same response for an unknown address and sends nothing to it', async () => {
    const known = await aUser(api);
    const answers = [await magic('nobody@example.com'), await magic(known.email)];
    expect(answers[0]).toMatchObject({ status: 200, body: answers[1]?.body });
    const mailbox = await openMailbox(api.config.dataDir, known.email);
    await magic(known.email);
    await mailbox.next();
    expect(await messagesTo(api.config.dataDir, 'nobody@example.com')).toEqual([]);
  });

  it('rejects an invalid address with the message of the specification', async () => {
    expect(await magic('nobody')).toMatchObject({
      status: 400,
      body: {
        code: 'REQUEST_SCHEMA_INVALID',
        error: 'Bad request',
        reason: 'Please enter a valid e-mail address',
        details: { context: 'body', fields: [{ path: '/key', value: 'nobody' }] },
        errors: { key: 'Please enter a valid e-mail address' },
      },
    });
  });

  it('is remembered in the browser', async () => {
    const [cookie] = (await magic('someone@example.com')).cookies;
    expect(cookie).toMatchObject({ name: 'link-requested', value: expect.stringMatching(/^[\w-]{43}$/) });
    const again = { method: 'POST', path: '/api/auth/magic', body: { key: 'other@example.com' } } as const;
    expect((await api.call({ ...again, cookies: cookie ? [cookie] : [] })).cookies).toEqual([cookie]);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin at all', { origin: '' }],
  ])('is rejected from %s', async (_, headers) => {
    expect(await magic('someone@example.com', headers)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED' },
    });
  });
});

describe('a magic link', () => {
  it('a magic link signs in once', async () => {
    const { email, id } = await aUser(api);
    const token = await requestToken(where(), email);
    expect(await verify(token)).toMatchObject({ status: 200, body: { id, email } });
    expect(await verify(token)).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_REQUIRED' } });
  });

  it('signs in once even if it is used twice concurrently', async () => {
    const { email } = await aUser(api);
    const token = await requestToken(where(), email);
    const answers = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it('is sent again unchanged when it is requested while valid, so that nobody can void it by requests', async () => {
    const { email } = await aUser(api);
    const first = await requestToken(where(), email);
    for (const _ of [1, 2, 3, 4]) expect(await requestToken(where(), email)).toBe(first);
    expect((await verify(first)).status).toBe(200);
  });

  it('is replaced after it was used', async () => {
    const { email } = await aUser(api);
    const first = await requestToken(where(), email);
    await verify(first);
    const second = await requestToken(where(), email);
    expect(second).not.toBe(first);
    expect((await verify(second)).status).toBe(200);
  });

  it('is replaced in its last minute, and stays valid besides the new one', async () => {
    const { email } = await aUser(api);
    const first = await requestToken(where(), email);
    const clock = freezeClock();
    clock.pass(9 * minute + second);
    const next = await requestToken(where(), email);
    expect(next).not.toBe(first);
    for (const token of [first, next]) expect((await verify(token)).status).toBe(200);
  });

  it('is not in the database, and cannot be derived from its contents', async () => {
    const { email } = await aUser(api);
    const token = await requestToken(where(), email);
    const links = mongoose.connection.collection('sign_in_links');
    const stored = await links.findOne({ address: email });
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(stored).toMatchObject({ hash: createHash('sha256').update(token).digest('base64url') });
  });

  it('continues automatically in the browser that requested it, and requires a click in any other', async () => {
    const { email } = await aUser(api);
    const mailbox = await openMailbox(api.config.dataDir, email);
    const { cookies } = await magic(email);
    const token = new URL(signInLink(await mailbox.next())).hash.slice(1);
    const { cookies: others } = await magic('attacker@example.com');
    const automatic = { token, isAutomatic: true };
    const from = (cookies: Cookie[]) =>
      api.call({ method: 'POST', path: '/api/auth/magic/verify', body: automatic, cookies });
    for (const elsewhere of [[], others, [{ name: 'link-requested', value: '1' }]])
      expect(await from(elsewhere)).toMatchObject({
        status: 400,
        body: { code: 'REQUEST_DENIED', details: { needs: 'PRESS' } },
      });
    expect((await from(cookies)).status).toBe(200);
  });

  it('continues automatically in each of several browsers that requested it', async () => {
    const { email } = await aUser(api);
    const mailbox = await openMailbox(api.config.dataDir, email);
    await magic(email);
    await mailbox.next();
    const { cookies } = await magic(email);
    const token = new URL(signInLink(await mailbox.next())).hash.slice(1);
    const body = { token, isAutomatic: true };
    expect((await api.call({ method: 'POST', path: '/api/auth/magic/verify', body, cookies })).status).toBe(200);
  });

  it('expires after ten minutes, by the clock of the database', async () => {
    const { email } = await aUser(api);
    const token = await requestToken(where(), email);
    const links = mongoose.connection.collection('sign_in_links');
    const found = await links
      .aggregate([{ $match: { address: email } }, { $set: { left: { $subtract: ['$expires', '$$NOW'] } } }])
      .toArray();
    expect(found[0]?.left).toBeGreaterThan(9 * 60_000);
    expect(found[0]?.left).toBeLessThanOrEqual(10 * 60_000);
    // The API's clock follows the database's, and may be behind by the latency of a response.
    await links.updateOne({ address: email }, [{ $set: { expires: { $subtract: ['$$NOW', 5_000] } } }]);
    expect(await verify(token)).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_REQUIRED' } });
  });

  it('is rejected from another origin, and is not consumed by that', async () => {
    const { email } = await aUser(api);
    const token = await requestToken(where(), email);
    expect((await verify(token, { origin: 'https://evil.example' })).status).toBe(400);
    expect((await verify(token)).status).toBe(200);
  });

  it('does not sign in a user who was deactivated after it was sent', async () => {
    const { email, id } = await aUser(api);
    const token = await requestToken(where(), email);
    await api.admin.call({ method: 'PATCH', path: `/api/users/${id}`, body: { inactive: true } });
    expect(await verify(token)).toMatchObject({
      status: 409,
      body: {
        code: 'RESOURCE_INOPERABLE',
        reason: 'This account is inactive',
        details: { resourceType: 'User', resourceId: id },
      },
    });
  });

  it.each(['', 'x'.repeat(43), '$ne'])('a magic link that was never issued does not sign in: %j', async (token) => {
    expect([400, 401]).toContain((await verify(token)).status);
  });

  it('must be a string', async () => {
    const answer = await api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token: { $ne: '' } } });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path: '/token' }] } } });
  });
});

describe('the ability', () => {
  it('is empty without a session', async () => {
    expect(await api.call({ path: '/api/auth/ability' })).toMatchObject({ status: 200, body: [] });
  });

  it('contains everything for an ADMIN', async () => {
    expect(await api.admin.call({ path: '/api/auth/ability' })).toMatchObject({
      status: 200,
      body: [{ action: 'manage', subject: 'all' }],
    });
  });
});

describe('the current user', () => {
  it('is null without a session, which is no error', async () => {
    expect(await api.call({ path: '/api/auth/self' })).toMatchObject({ status: 200, body: { user: null, rules: [] } });
  });

  it('is the one of /api/users/me, with the rules of the ability', async () => {
    const [user, rules] = ['/api/users/me', '/api/auth/ability'].map((path) => api.admin.call({ path }));
    expect((await api.admin.call({ path: '/api/auth/self' })).body).toEqual({
      user: (await user)?.body,
      rules: (await rules)?.body,
    });
  });
});

describe('without a session', () => {
  it.each(['/api/users/me', '/api/orders', '/api/sessions', '/api/data/constants/managers', '/api/entities/tree'])(
    'GET %s is rejected',
    async (path) => {
      expect(await api.call({ path })).toMatchObject({
        status: 401,
        body: {
          code: 'AUTHENTICATION_REQUIRED',
          error: 'Authentication required',
          reason: 'You must be logged in to perform that operation',
          reqId: expect.any(String),
        },
      });
    },
  );

  it('the sign-in configuration is public', async () => {
    expect(await api.call({ path: '/api/data/config' })).toMatchObject({
      status: 200,
      body: {
        auth: { google: false, basic: false },
        fileLimit: expect.any(Number),
        importLimit: expect.any(Number),
        zone: expect.any(String),
      },
    });
  });
});

it('a password signs nobody in if password sign-in is disabled', async () => {
  const body = { username: 'ada', password: 'correct horse battery' };
  expect(await api.call({ method: 'POST', path: '/api/auth/basic', body })).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_DENIED', reason: 'Sign-in with user name and password is disabled' },
  });
});
