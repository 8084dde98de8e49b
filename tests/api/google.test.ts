import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { User } from '#schemas/generated/types.ts';
import type { Cookie } from '#tests/product/call.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { freezeClock, minute } from './clock.ts';
import { aUser } from './factories.ts';
import { type Account, type OpenIdProvider, type ProviderFault, startOpenIdProvider } from './openid-provider.ts';
import { type Api, startApi } from './server.ts';

let provider: OpenIdProvider;
let api: Api;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  api = await startApi({
    AUTH_GOOGLE: 'on',
    REQUIRE_PASSKEY: 'DEVELOPER',
    GOOGLE_ISSUER: provider.issuer,
    GOOGLE_CLIENT_ID: provider.client.id,
    GOOGLE_CLIENT_SECRET: provider.client.secret,
  });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const accountOf = ({ email }: Pick<User, 'email'>, fields: Partial<Account> = {}): Account => ({
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  ...fields,
});

const nonEmpty = (cookies: Cookie[]) => cookies.filter(({ value }) => value !== '');
const page = { accept: 'text/html' };
const ownPage = { 'sec-fetch-site': 'same-origin' };

/** Signs in with Google: redirect to the provider and back. */
async function journey(
  account: Account,
  { misbehaviour = {}, query = '', cookies = [] as Cookie[], back = null as Cookie[] | null, headers = {} } = {},
) {
  const redirect = await api.call({ path: `/api/auth/google${query}`, cookies, headers: ownPage });
  const address = new URL(provider.signIn(redirect.headers.get('location') ?? '', account, misbehaviour));
  const sent = [...(back ?? cookies), ...nonEmpty(redirect.cookies)];
  return {
    sent,
    back: `${address.pathname}${address.search}`,
    ...(await api.call({ path: `${address.pathname}${address.search}`, cookies: sent, headers })),
  };
}

const me = (cookies: Cookie[]) =>
  callExpecting<User>(api.call, 200, { path: '/api/users/me', cookies: nonEmpty(cookies) });

describe('a Google account', () => {
  it('signs in a user by its verified address, and later by its subject whatever its address is then', async () => {
    const user = await aUser(api);
    const first = await journey(accountOf(user), { query: '?returnTo=/settings' });
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe(`${api.config.publicUrl}/settings`);
    const known = await me(first.cookies);
    expect(known).toMatchObject({ id: user.id, emailAddresses: [{ verified: true }] });
    expect(known.authProviders).toContainEqual(expect.objectContaining({ type: 'GOOGLE', label: user.email }));
    const renamed = await journey(accountOf(user, { email: 'renamed@example.com', email_verified: false }));
    expect((await me(renamed.cookies)).id).toBe(user.id);
    const log = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${user.id}`,
    });
    expect(log.results).toContainEqual(expect.objectContaining({ action: 'signIn', details: { way: 'google' } }));
  });

  it('does not sign in a user who needs a passkey and has one, and leads one without to the Settings', async () => {
    const user = await aUser(api, { roles: ['DEVELOPER'] });
    const first = await journey(accountOf(user), { query: '?returnTo=/c' });
    expect(first.headers.get('location')).toBe(`${api.config.publicUrl}/settings`);
    const secrets = { credentialId: 'AAAA', publicKey: 'AAAA', userHandle: 'AAAA' };
    await storeOf('Passkey').insert({ user: user.id, name: 'Laptop', host: 'localhost', ...secrets });
    expect(await journey(accountOf(user))).toMatchObject({ status: 400, body: { details: { google: 'passkey' } } });
  });

  it('a Google account of a domain that a guild allows creates its user', async () => {
    const guild = await api.admin.create('Guild', { name: 'Merchants', allowedEmailDomains: ['merchants.example'] });
    const { cookies } = await journey(accountOf({ email: 'new@merchants.example' }));
    expect(await me(cookies)).toMatchObject({ email: 'new@merchants.example', guild: guild.id });
  });

  it('is linked only to a user with a recent sign-in, and cannot be linked to a second user', async () => {
    const person = await api.signedInAs(await aUser(api));
    const account = accountOf({ email: 'private@elsewhere.example' });
    const linking = { query: '?purpose=link&returnTo=/settings' };
    expect((await journey(account, { ...linking, cookies: person.cookies })).status).toBe(303);
    expect((await me((await journey(account)).cookies)).id).toBe(person.user.id);
    const other = await api.signedInAs(await aUser(api));
    expect(await journey(account, { ...linking, cookies: other.cookies })).toMatchObject({ status: 409 });
    const mine = accountOf({ email: 'mine@elsewhere.example' });
    const swapped = await journey(mine, { ...linking, cookies: person.cookies, back: other.cookies });
    expect(swapped).toMatchObject({ status: 401, body: { details: { google: 'expired' } } });
    expect((await journey(mine)).status).toBe(401);
    const path = '/api/auth/google?purpose=link';
    expect((await api.call({ path, headers: ownPage })).status).toBe(401);
    for (const headers of [undefined, { 'sec-fetch-site': 'cross-site' }])
      expect((await person.call({ path, headers })).status).toBe(400);
    const clock = freezeClock();
    clock.pass(16 * minute);
    const late = await person.call({ path: `${path}&returnTo=/settings`, headers: { ...ownPage, ...page } });
    expect(late.headers.get('location')).toBe(`${api.config.publicUrl}/settings?google=stale`);
  });

  const now = Math.floor(Date.now() / 1_000);
  const faults: [string, ProviderFault, string][] = [
    ['with another state', { state: 'another' }, 'refused'],
    ['with another nonce', { claims: { nonce: 'another' } }, 'refused'],
    ['for another audience', { claims: { aud: 'another' } }, 'refused'],
    ['by another issuer', { claims: { iss: 'https://evil.example' } }, 'refused'],
    ['without a subject', { claims: { sub: '' } }, 'refused'],
    ['with a blank subject', { claims: { sub: ' ' } }, 'refused'],
    ['with a token issued more than 5 minutes ahead', { claims: { iat: now + 600, exp: now + 900 } }, 'refused'],
    ['with an expired token', { claims: { iat: 1_000_000, exp: 1_000_300 } }, 'refused'],
    ['with a token signed by somebody else', { forged: true }, 'refused'],
    ['with an unverified address', { claims: { email_verified: false } }, 'unverified'],
    ['with email_verified as a string', { claims: { email_verified: 'true' } }, 'unverified'],
    ['with an unknown address', { claims: { email: 'nobody@example.com' } }, 'unknown'],
    ['when the user cancels', { cancelled: true }, 'cancelled'],
  ];
  it.each(faults)('signs nobody in %s', async (_how, misbehaviour, word) => {
    const user = await aUser(api);
    const rejected = await journey(accountOf(user), { misbehaviour });
    expect(rejected).toMatchObject({
      status: 401,
      body: { code: 'AUTHENTICATION_REQUIRED', details: { google: word } },
    });
    expect(nonEmpty(rejected.cookies)).toEqual([]);
    const errorPage = await journey(accountOf(user), { misbehaviour, headers: page });
    expect(errorPage.headers.get('location')).toBe(`${api.config.publicUrl}/?google=${word}`);
    expect(nonEmpty(errorPage.cookies)).toEqual([]);
  });

  it('signs in no deactivated user, and nobody while Google does not respond', async () => {
    const user = await aUser(api);
    expect(await journey(accountOf(user), { misbehaviour: { tokens: 500 } })).toMatchObject({
      status: 502,
      body: { code: 'INTEGRATION_ERROR' },
    });
    expect((await journey(accountOf(user))).status).toBe(303);
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/users/${user.id}`,
      body: { inactive: true },
    });
    expect(await journey(accountOf(user))).toMatchObject({ status: 409, body: { code: 'RESOURCE_INOPERABLE' } });
  });

  it('completes a sign-in once, and only in the browser that started it', async () => {
    const user = await aUser(api);
    const done = await journey(accountOf(user));
    const { status, body } = await api.call({ path: done.back });
    expect({ status, details: Object(body).details }).toEqual({ status: 401, details: { google: 'expired' } });
    expect((await api.call({ path: done.back, cookies: done.sent })).status).toBe(401);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example'])(
    'does not redirect to another site: %s',
    async (target) => {
      const { headers } = await journey(accountOf(await aUser(api)), {
        query: `?returnTo=${encodeURIComponent(target)}`,
      });
      expect(headers.get('location')).toBe(`${api.config.publicUrl}/`);
    },
  );
});
