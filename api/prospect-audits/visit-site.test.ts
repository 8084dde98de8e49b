import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WayOut } from '../outside/connect.ts';
import { mayConnectTo } from '../outside/may-connect.ts';
import { closePageThreads, readElsewhere } from './page/page-threads.ts';
import { visitSite } from './visit-site.ts';

/** Answers a page, unless it is asked to be silent. */
const listener: RequestListener = ({ url }, response) => {
  if (url !== '/silent') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Bread</title>');
};
const server = createServer(listener);
let port = 0;

/** Has a server listen on loopback; answers its port. */
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
  await closePageThreads();
});

describe('a visit', () => {
  it('to a page that is built to be read for ever is left, and the next page is read', async () => {
    expect(await readElsewhere('<div>'.repeat(200_000), 500)).toBeNull();
    expect(await readElsewhere('<title>Bread</title>')).toMatchObject({ title: 'Bread' });
  });

  it('to a name that means an inside address, now or a moment later, goes nowhere', async () => {
    const asked: string[] = [];
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve: NonNullable<Parameters<typeof visitSite>[1]['way']['resolve']> = (host, answer) => {
      asked.push(host);
      const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? [];
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    };
    const way = { mayConnect: mayConnectTo(['127.0.0.1']), allowedBy: 'AUDIT_ALLOW', resolve };
    const first = await visitSite(`http://rebound.example:${port}/about`, { way });
    expect(first.outcome).toBe('complete');
    expect(await visitSite(`http://rebound.example:${port}/about`, { way })).toMatchObject({ outcome: 'blocked' });
    expect(JSON.stringify(first)).not.toContain('10.0.0.1');
  });

  it.each([
    ['that answers HEAD with an error', (to: number) => `/not-head?${to}`],
    ['that sends each visitor on and on', (to: number) => `/on/${to}/0`],
    ['of names that all mean one machine', (to: number) => `http://name${to}.example:PORT/on/${to}/0`],
  ])('sends no host more than 40 requests: a page of links to a site %s', async (_what, hrefTo) => {
    const seen: string[] = [];
    const flooded = createServer(({ url = '', method }, response) => {
      seen.push(`${method} ${url}`);
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
    const at = await portOf(flooded);
    const resolve: NonNullable<WayOut['resolve']> = (_host, answer) =>
      answer(null, [{ address: '127.0.0.1', family: 4 }]);
    const way = { mayConnect: mayConnectTo(['127.0.0.1']), allowedBy: 'AUDIT_ALLOW', resolve };
    const visited = await visitSite(`http://127.0.0.1:${at}/`, { way });
    flooded.close();
    flooded.closeAllConnections();
    expect(visited.page).not.toBeNull();
    expect(seen.length).toBeLessThanOrEqual(40);
  });

  it('ends in time where nobody answers', async () => {
    const way = { mayConnect: mayConnectTo(['127.0.0.1']), allowedBy: 'AUDIT_ALLOW' };
    const limits = { limit: 200, mostBytes: 1_000 };
    expect(await visitSite(`http://127.0.0.1:${port}/silent`, { way, limits })).toMatchObject({
      outcome: 'unreachable',
      reason: 'It did not answer in time.',
    });
  });
});
