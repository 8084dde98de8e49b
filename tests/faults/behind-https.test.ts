import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cookie, callerOf } from '#tests/product/call.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

const publicUrl = 'https://portal.example';
let dataDir: string;
let product: Product;
let silent: TlsProxy;
let telling: TlsProxy;

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(async () => {
  await Promise.all([silent.close(), telling.close()]);
  await product.stop();
  await removeDataDir(dataDir);
});

async function start(environment: Record<string, string>): Promise<void> {
  product = await startProduct({ dataDir, environment: { DEMO: 'off', PUBLIC_URL: publicUrl, ...environment } });
  silent = await startTlsProxy(product.url);
  telling = await startTlsProxy(product.url, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' });
}

const post = (proxy: TlsProxy, path: string, body: object) =>
  callerOf(proxy.url)({ method: 'POST', path, body, headers: { origin: publicUrl } });

/** Follows the sign-in link that the start printed. */
const verify = (proxy: TlsProxy) =>
  post(proxy, '/api/auth/magic/verify', { token: /\/magic#([\w-]+)/.exec(product.output())?.[1] });

const rejection = {
  status: 400,
  body: { code: 'REQUEST_DENIED', reason: expect.stringMatching(/X-Forwarded-Proto.*TRUST_PROXY/) },
  cookies: [],
};

test('a sign-in through a proxy without X-Forwarded-Proto https is refused with the reason and does not consume the link', async () => {
  await start({ TRUST_PROXY: '127.0.0.1' });
  expect(product.output()).not.toContain('TRUST_PROXY');
  expect(await post(silent, '/api/auth/magic', { key: 'admin@example.com' })).toMatchObject(rejection);
  expect(await verify(silent)).toMatchObject(rejection);
  const signedIn = await verify(telling);
  expect(signedIn).toMatchObject({ status: 200, body: { email: 'admin@example.com' } });
  const requested = await post(telling, '/api/auth/magic', { key: 'admin@example.com' });
  const set = [...signedIn.headers.getSetCookie(), ...requested.headers.getSetCookie()];
  expect(set.map((each) => each.split('=')[0])).toEqual(
    expect.arrayContaining(['__Host-session', '__Host-device', '__Host-link-requested']),
  );
  for (const each of set) expect(each).toMatch(/^__Host-[^;]*;.* Path=\/;.* Secure/);
  const cookies: Cookie[] = signedIn.cookies.filter(({ value }) => value !== '');
  expect((await callerOf(telling.url)({ path: '/api/users/me', cookies })).status).toBe(200);

  // An API token that was sent without https is refused, so that the leak is noticed.
  const path = '/api/users/me/auth_providers';
  const request = { method: 'POST', path, body: { type: 'API_TOKEN', key: 'Report' }, cookies } as const;
  const created = await callerOf(telling.url)({ ...request, headers: { origin: publicUrl } });
  const authorization = `Bearer ${Reflect.get(Object(created.body), 'secret')}`;
  const [read, leaked] = [telling, silent].map(({ url }) =>
    callerOf(url)({ path: '/api/users/me', headers: { authorization } }),
  );
  expect(await read).toMatchObject({ status: 200 });
  expect(await leaked).toMatchObject({ status: 401, body: { reason: expect.stringMatching(/without https/) } });
});

test('an https PUBLIC_URL without TRUST_PROXY is warned about at start, and a sign-in is refused', async () => {
  await start({});
  expect(product.output()).toMatch(/^PUBLIC_URL is https, but TRUST_PROXY is not set. Nobody can sign in/m);
  expect(await verify(telling)).toMatchObject(rejection);
  expect(await verify(telling)).toMatchObject(rejection);
});
