import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagesTo } from '#tests/product/mail.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { rawRequest } from './raw-request.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ dataDir: await newDataDir(), environment: { DEMO: 'off' } });
});

afterAll(async () => {
  await product.stop();
  await removeDataDir(product.dataDir);
});

const send = (target: string, host?: string) =>
  rawRequest({ url: product.url, target, headers: { host: host ?? new URL(product.url).host } });

const reaching = [
  '/api/auth/magic',
  '/api/%61uth/magic',
  '/%61pi/auth/magic',
  'http://evil.example/api/auth/magic',
  'HTTPS://evil.example/api/%61uth/magic',
].map((target) => [target, { status: 400, code: 'REQUEST_DENIED', cacheControl: 'no-store' }] as const);

const missing = [
  '/api//auth/magic',
  '//api/auth/magic',
  '/api/./auth/magic',
  '/api/../api/auth/magic',
  '/API/auth/magic',
  '/api/auth/magic/',
  '/api%2fauth/magic',
  '/api\\auth\\magic',
].map((target) => [target, { status: 404, code: 'RESOURCE_NOT_FOUND', cacheControl: 'no-store' }] as const);

test.each([...reaching, ...missing])(
  'a cross-site request for a sign-in link to %s sends none, and the response is not cached',
  async (target, refusal) => {
    const body = { key: 'admin@example.com' };
    const headers = { origin: 'https://evil.example' };
    const { status, cacheControl, text } = await rawRequest({
      url: product.url,
      method: 'POST',
      target,
      headers,
      body,
    });
    expect({ status, code: JSON.parse(text).code, cacheControl }).toEqual(refusal);
    expect(await messagesTo(product.dataDir, body.key)).toEqual([]);
  },
);

test.each(['/api/users/me', '/%61pi/users/me', '/api/%75sers/me', 'http://evil.example/api/users/me'])(
  '%s requires a session in this spelling, too',
  async (target) => {
    expect(await send(target)).toMatchObject({ status: 401, cacheControl: 'no-store' });
  },
);

test.each(['/api', '/api/nothing', '/%61pi/nothing', '/api//users', '/api/./users', '/api/healthz/'])(
  '%s is answered 404 by the API and never with a page',
  async (target) => {
    const answer = await send(target);
    expect(answer).toMatchObject({ status: 404, cacheControl: 'no-store' });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  },
);

describe('open redirects to another host are prevented', () => {
  const targets = [
    '//evil.example/x',
    '///evil.example',
    '/\\evil.example/x',
    '/\\/evil.example',
    '/.//evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '//evil.example/%2e%2e',
    '/admin//evil.example',
    '/%61dmin/\\evil.example',
    'http://evil.example/x',
    'http://evil.example//evil.example',
    'HTTP://evil.example',
    'https://evil.example@evil.example/',
    'https:evil.example',
  ];

  test.each(targets)(
    'open redirects to another host are prevented for %s under another loopback name',
    async (target) => {
      const { status, location } = await send(target, `127.0.0.1:${new URL(product.url).port}`);
      expect(status === 400 || new URL(location ?? '').origin === product.url).toBe(true);
    },
  );

  test.each(targets)('open redirects to another host are prevented for %s under the canonical host', async (target) => {
    const { status, location } = await send(target);
    expect(location === undefined ? [200, 400] : [307]).toContain(status);
    expect(new URL(location ?? '/', product.url).origin).toBe(product.url);
  });

  test('open redirects to another host are prevented by collapsing two leading slashes of a page address into one', async () => {
    expect(await send('//evil.example/c?status=draft')).toMatchObject({
      status: 307,
      location: `${product.url}/evil.example/c?status=draft`,
    });
  });
});

test.each([
  '/assets/..%2f..%2fapi%2fmain.js',
  '/assets/../../stamp.txt',
  '/assets/%2e%2e/%2e%2e/stamp.txt',
  '/admin/assets/..%2f..%2f..%2fpackage.json',
  '/assets/..%5c..%5cstamp.txt',
  '/assets//etc/passwd',
])('path traversal out of the static files is prevented: %s', async (target) => {
  expect(await send(target)).toMatchObject({ status: 404, cacheControl: 'no-store' });
});
