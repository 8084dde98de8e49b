import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressGuard } from '../../platform/outside/address-guard.ts';
import type { OutboundPolicy } from '../../platform/outside/guarded-connector.ts';
import { parsePageInThread, stopPageThreads } from './page/page-threads.ts';
import { visitSite } from './visit-site.ts';

/** Serves a page, except for /silent, which never gets a response. */
const listener: RequestListener = ({ url }, response) => {
  if (url !== '/silent') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Bread</title>');
};
const server = createServer(listener);
let port = 0;

/** Starts a server on loopback and returns its port. */
async function portOf(of: Server): Promise<number> {
  await new Promise<void>((listening) => of.listen(0, '127.0.0.1', listening));
  const at = of.address();
  return at !== null && typeof at === 'object' ? at.port : 0;
}
beforeAll(async () => {
  port = await portOf(server);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await stopPageThreads();
});

describe('visitSite', () => {
  it('abandons a page that takes forever to parse and can parse the next one', async () => {
    expect(await parsePageInThread('<div>'.repeat(200_000), 500)).toBeNull();
    expect(await parsePageInThread('<title>Bread</title>')).toMatchObject({ title: 'Bread' });
  });

  it('blocks a name that resolves to an internal address, also when only a later lookup does (DNS rebinding)', async () => {
    const lookups: string[] = [];
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve: NonNullable<Parameters<typeof visitSite>[1]['policy']['resolve']> = (host, answer) => {
      lookups.push(host);
      const addresses = answers[Math.min(lookups.length, answers.length) - 1] ?? [];
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    };
    const policy = { mayConnect: addressGuard(['127.0.0.1']), allowedBy: 'AUDIT_ALLOW', resolve };
    const first = await visitSite(`http://rebound.example:${port}/about`, { policy });
    expect(first.outcome).toBe('complete');
    expect(await visitSite(`http://rebound.example:${port}/about`, { policy })).toMatchObject({ outcome: 'blocked' });
    expect(JSON.stringify(first)).not.toContain('10.0.0.1');
  });

  it.each([
    ['that rejects HEAD requests', (to: number) => `/not-head?${to}`],
    ['with endless redirects', (to: number) => `/on/${to}/0`],
    ['whose names all resolve to one host', (to: number) => `http://name${to}.example:PORT/on/${to}/0`],
  ])('sends at most 40 requests to a host for a page that links to a site %s', async (_what, hrefTo) => {
    const requests: string[] = [];
    const linkedServer = createServer(({ url = '', method }, response) => {
      requests.push(`${method} ${url}`);
      const [, , to, turn = '0'] = url.split('/');
      if (url === '/') {
        const links = Array.from(
          { length: 15 },
          (_, index) => `<a href="${hrefTo(index).replace('PORT', String(at))}">a</a>`,
        );
        response.writeHead(200, { 'content-type': 'text/html' }).end(links.join(''));
      } else if (url.startsWith('/on/')) response.writeHead(302, { location: `/on/${to}/${Number(turn) + 1}` }).end();
      else response.writeHead(method === 'HEAD' ? 405 : 200, { 'content-type': 'text/html' }).end();
    });
    const at = await portOf(linkedServer);
    const resolve: NonNullable<OutboundPolicy['resolve']> = (_host, answer) =>
      answer(null, [{ address: '127.0.0.1', family: 4 }]);
    const policy = { mayConnect: addressGuard(['127.0.0.1']), allowedBy: 'AUDIT_ALLOW', resolve };
    const visited = await visitSite(`http://127.0.0.1:${at}/`, { policy });
    linkedServer.close();
    linkedServer.closeAllConnections();
    expect(visited.page).not.toBeNull();
    expect(requests.length).toBeLessThanOrEqual(40);
  });

  it('stops at the timeout when the server does not answer', async () => {
    const policy = { mayConnect: addressGuard(['127.0.0.1']), allowedBy: 'AUDIT_ALLOW' };
    const limits = { limit: 200, maxBytes: 1_000 };
    expect(await visitSite(`http://127.0.0.1:${port}/silent`, { policy, limits })).toMatchObject({
      outcome: 'unreachable',
      reason: 'It did not respond in time.',
    });
  });
});
