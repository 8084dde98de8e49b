import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { addressGuard } from '../../platform/outside/address-guard.ts';
import type { ResolveHost } from '../../platform/outside/guarded-connector.ts';
import { postWebhook } from './deliveries.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server on loopback and returns its port. */
async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

const message = { headers: { 'webhook-id': 'one' }, body: '{"type":"order.approved"}', limit: 2_000 };
const allowedBy = 'WEBHOOK_ALLOW';
const nowhere = { mayConnect: addressGuard([]), allowedBy };
const loopback = { mayConnect: addressGuard(['127.0.0.1']), allowedBy };

/** A fake resolver with a sequence of answers. */
function naming(...answers: string[][]): ResolveHost & { lookups: number } {
  const resolve: ResolveHost = (_host, answer) => {
    const addresses = answers[Math.min(names.lookups, answers.length - 1)] ?? [];
    names.lookups += 1;
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  const names = Object.assign(resolve, { lookups: 0 });
  return names;
}

describe('posting a webhook message', () => {
  it('sends method, headers and body, and returns the status', async () => {
    const received: unknown[] = [];
    const port = await receiver(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push([request.method, request.url, request.headers['webhook-id'], body]);
      response.writeHead(202).end('thanks');
    });
    const address = `http://127.0.0.1:${port}/hook?by=us`;
    expect(await postWebhook({ ...message, address, policy: loopback })).toBe(202);
    expect(received).toEqual([['POST', '/hook?by=us', 'one', message.body]]);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '169.254.169.254'])(
    'blocks the internal address %s',
    async (host) => {
      let isRequested = false;
      const port = await receiver(() => {
        isRequested = true;
      });
      const address = `http://${host}:${port}/`;
      await expect(postWebhook({ ...message, address, policy: nowhere })).rejects.toThrow('a private address');
      expect(isRequested).toBe(false);
    },
  );

  it.each([[['127.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['::1']], [['fe80::1']], [['::ffff:192.168.0.1']]])(
    'blocks a name that resolves to %j',
    async (addresses) => {
      const response = postWebhook({
        ...message,
        address: 'http://innocent.example/',
        policy: { ...nowhere, resolve: naming(addresses) },
      });
      await expect(response).rejects.toThrow('a private address');
    },
  );

  it('connects to the address it has checked, with a single lookup (DNS rebinding)', async () => {
    const port = await receiver((_request, response) => response.end());
    const names = naming(['127.0.0.1'], ['10.0.0.1']);
    const address = `http://rebound.example:${port}/`;
    expect(await postWebhook({ ...message, address, policy: { ...loopback, resolve: names } })).toBe(200);
    expect(names.lookups).toBe(1);
    await expect(postWebhook({ ...message, address, policy: { ...loopback, resolve: names } })).rejects.toThrow(
      '10.0.0.1 is a private address',
    );
  });

  it('posting a webhook message follows no redirect', async () => {
    const paths: (string | undefined)[] = [];
    const port = await receiver(({ url }, response) => {
      paths.push(url);
      response.writeHead(302, { location: '/inside' }).end();
    });
    expect(await postWebhook({ ...message, address: `http://127.0.0.1:${port}/`, policy: loopback })).toBe(302);
    expect(paths).toEqual(['/']);
  });

  it('stops at the timeout and does not read an endless response', async () => {
    const silent = await receiver(() => undefined);
    const response = postWebhook({ ...message, address: `http://127.0.0.1:${silent}/`, policy: loopback, limit: 100 });
    await expect(response).rejects.toThrow('No response within 0.1 seconds');
    const endless = await receiver((_request, response) => {
      const more = () => response.write('x'.repeat(65_536), () => setImmediate(more));
      response.on('error', () => undefined);
      if (!response.destroyed) more();
    });
    expect(await postWebhook({ ...message, address: `http://127.0.0.1:${endless}/`, policy: loopback })).toBe(200);
  });
});
