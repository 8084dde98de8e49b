import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#api/app.ts';
import { Readiness } from '#api/platform/readiness.ts';
import type { File } from '#schemas/generated/types.ts';
import { type Agency, aClient, anAgency, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';
import { fileForm, uploadsTo } from './uploads.ts';

let api: Api;
let folder: string;
/** An API that serves pages and has a failing call; the second one has lost its database. */
let whole: FastifyInstance;
let away: FastifyInstance;
let agency: Agency;
let file: File;
let etag: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-pages-'));
  for (const ui of ['portal', 'admin']) {
    await mkdir(join(folder, ui, 'assets'), { recursive: true });
    await writeFile(join(folder, ui, 'index.html'), '<!doctype html><title>A page</title>');
    await writeFile(join(folder, ui, 'assets', 'main.js'), 'export {};');
  }
  await writeFile(join(folder, 'portal', 'preload.json'), '{"always":[],"routes":[]}');
  await writeFile(join(folder, 'portal', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  api = await startApi();
  agency = await anAgency(api);
  file = await (await uploadsTo(api)).upload(agency.user, fileForm('Some words'));
  const { config } = api;
  whole = await buildApp({ config, readiness: new Readiness({ database: true, data: true }), pagesFolder: folder });
  whole.get('/fails', () => {
    throw new Error('at a place that nobody outside may know');
  });
  away = await buildApp({ config, readiness: new Readiness({ database: false, data: false }), pagesFolder: folder });
  const client = await aClient(api, { below: agency.entity });
  changed = {
    url: `/api/clients/${client.id}`,
    method: 'PATCH',
    payload: { industry: 'Retail' },
    headers: { 'if-match': '"99"' },
  };
  etag = String((await send({ url: '/assets/main.js' })).headers.etag);
});
afterAll(async () => {
  await Promise.all([whole?.close(), away?.close()]);
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

let changed: InjectOptions;

const send = (request: InjectOptions, app = whole) => {
  const { headers, ...rest } = request;
  const cookie = agency.user.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const host = new URL(api.config.publicUrl).host;
  return app.inject({ ...rest, headers: { host, origin: api.config.publicUrl, cookie, ...headers } });
};

/** Security headers that every response must have. */
const always = {
  'content-security-policy': expect.stringMatching(/default-src '(self|none)';.*base-uri 'none'/),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': expect.stringMatching(/^(SAMEORIGIN|DENY)$/),
  'x-permitted-cross-domain-policies': 'none',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': expect.stringMatching(/no-store|no-cache|max-age/),
};
/** Headers that reveal the software, or allow other origins. */
const never = ['x-powered-by', 'server', 'access-control-allow-origin'];

const json = { 'content-type': 'application/json' };
/** Requests by name, each with the expected status. */
const requests: Record<string, [number, () => InjectOptions, (() => FastifyInstance)?]> = {
  'a record': [200, () => ({ url: `/api/clients/${agency.client.id}` })],
  'a list': [200, () => ({ url: '/api/clients' })],
  'a list as CSV': [200, () => ({ url: '/api/clients.csv' })],
  'a HEAD request': [200, () => ({ url: '/api/clients', method: 'HEAD' })],
  'the OpenAPI document': [200, () => ({ url: '/api/openapi.json' })],
  'the API documentation page': [200, () => ({ url: '/api/docs/' })],
  'the liveness check': [200, () => ({ url: '/api/healthz' })],
  'a created record': [
    201,
    () => ({ url: `/api/entities/${agency.entity.id}/clients`, method: 'POST', payload: clientFields() }),
  ],
  'an unchanged script': [304, () => ({ url: '/assets/main.js', headers: { 'if-none-match': etag } })],
  'the content of a file': [200, () => ({ url: `/api/files/${file.id}/content` })],
  'the unchanged content': [304, () => ({ url: `/api/files/${file.id}/content`, headers: { 'if-none-match': '*' } })],
  'a byte range of a file': [206, () => ({ url: `/api/files/${file.id}/content`, headers: { range: 'bytes=0-3' } })],
  'an unknown share link': [404, () => ({ url: '/api/shared', method: 'POST', payload: { token: 'a'.repeat(43) } })],
  'a page': [200, () => ({ url: '/' })],
  'the page of share links': [200, () => ({ url: '/shared' })],
  'a page of the back-office': [200, () => ({ url: '/admin/users' })],
  'a page without a session': [200, () => ({ url: '/admin', headers: { cookie: '' } })],
  'a script': [200, () => ({ url: '/assets/main.js' })],
  'a script of the back-office': [200, () => ({ url: '/admin/assets/main.js' })],
  'the favicon': [200, () => ({ url: '/favicon.svg' })],
  'another host name': [307, () => ({ url: '/c', headers: { host: '127.0.0.1:3000' } })],
  'a path that starts with two slashes': [307, () => ({ url: '//example.com/c' })],
  'a missing script': [404, () => ({ url: '/assets/none.js' })],
  'an unknown call': [404, () => ({ url: '/api/nothing' })],
  'a missing record': [404, () => ({ url: `/api/clients/${'0'.repeat(24)}` })],
  'invalid JSON': [400, () => ({ url: '/api/clients', method: 'POST', headers: json, payload: '{' })],
  'an unknown query parameter': [400, () => ({ url: '/api/clients?nothing=1' })],
  'a malformed URL': [400, () => ({ url: '/%c0%af' })],
  nobody: [401, () => ({ url: '/api/clients', headers: { cookie: '' } })],
  'a request from another origin': [
    400,
    () => ({ url: '/api/clients', method: 'POST', headers: { origin: 'https://evil.example' }, payload: {} }),
  ],
  'a user without the right': [403, () => ({ url: '/api/webhooks' })],
  'a stale revision': [409, () => changed],
  'a body that is too large': [
    400,
    () => ({ url: '/api/clients', method: 'POST', headers: json, payload: `"${'a'.repeat(1_100_000)}"` }),
  ],
  'an internal error': [500, () => ({ url: '/fails' })],
  'an unavailable database': [503, () => ({ url: '/api/clients' }), () => away],
  'a product that is starting': [503, () => ({ url: '/api/readyz' }), () => away],
};

describe('every response has the security headers', () => {
  it.each(Object.entries(requests))(
    'every response has the security headers: %s',
    async (_name, [status, request, of]) => {
      const answer = await send(request(), of?.());
      expect([answer.statusCode, answer.headers]).toMatchObject([status, always]);
      for (const name of never) expect(answer.headers[name]).toBeUndefined();
      if (status >= 500) expect(answer.body).not.toMatch(/nobody outside|\.ts:/);
    },
  );

  it('the OpenAPI document has no wildcard routes', async () => {
    const { paths } = (await send({ url: '/api/openapi.json' })).json();
    expect(Object.keys(paths).filter((path) => path.includes('*'))).toEqual([]);
  });

  it('every response has no-store, except for content-addressed assets and files that are revalidated', async () => {
    const policies: Record<string, unknown> = {};
    for (const [name, [, request, of]] of Object.entries(requests))
      policies[name] = (await send(request(), of?.())).headers['cache-control'];
    const cached = Object.entries(policies).filter(([, policy]) => policy !== 'no-store');
    expect(Object.fromEntries(cached)).toEqual({
      'the content of a file': 'private, no-cache',
      'a byte range of a file': 'private, no-cache',
      'the unchanged content': 'private, no-cache',
      'a script': 'public, max-age=31536000, immutable',
      'an unchanged script': 'public, max-age=31536000, immutable',
      'a script of the back-office': 'public, max-age=31536000, immutable',
      'the favicon': expect.stringMatching(/^public, max-age=/),
    });
  });
});

describe('the message of an error response is its reason, or else its label', () => {
  const errors = Object.entries(requests).filter(([, [status]]) => status >= 400);

  it.each(errors)(
    'the message of an error response is its reason, or else its label: %s',
    async (_name, [, request, of]) => {
      const body = (await send(request(), of?.())).json();
      // While the product starts, the status is the whole response.
      if (body.code !== undefined) expect(body.message).toBe(body.reason ?? body.error);
      else expect(body).toEqual({ status: 'starting' });
    },
  );
});
