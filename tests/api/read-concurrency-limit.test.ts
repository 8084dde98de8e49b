import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Client } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { aUser, clientFields } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let url: string;
let other: SignedInUser;

beforeAll(async () => {
  api = await startApi();
  other = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  // Four times the maximal TCP send buffer of Linux (tcp_wmem: 4 MiB), whatever is in it.
  const long = 'x'.repeat(180);
  const like: Partial<Client> = {
    ...clientFields(),
    businessOwner: long,
    businessName: long,
    website: `https://example.com/${'x'.repeat(450)}`,
  };
  await storeOf('Client').insertMany(
    Array.from({ length: 16_000 }, (_, index) => ({ ...like, name: `Long ${index}` })),
  );
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

const cookieOf = ({ cookies }: SignedInUser) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

/** A CSV export that is stuck because its reader reads nothing; waits until the export has started. */
const startExport = (person: SignedInUser) =>
  vi.waitFor(
    async () => {
      const request = get(`${url}/api/clients.csv`, { agent: false, headers: { cookie: cookieOf(person) } });
      const [{ statusCode }] = await once(request, 'response');
      if (statusCode !== 200) request.destroy();
      expect(statusCode).toBe(200);
      return request;
    },
    { timeout: 10_000 },
  );

async function fourPendingReads(person: SignedInUser): Promise<{ abandon: () => void }> {
  const four = await Promise.all([1, 2, 3, 4].map(() => startExport(person)));
  return { abandon: () => four.map((each) => each.destroy()) };
}

it.each([
  '/api/clients.csv',
  '/api/clients?range=[0,999]',
  '/api/orders/0123456789abcdef01234567/versions',
  '/api/orders/0123456789abcdef01234567?populate=client,versions',
  '/api/reports/0123456789abcdef01234567/summary',
])('queues the fifth concurrent heavy read of a user: %s', async (path) => {
  const { abandon } = await fourPendingReads(api.admin);
  const rejected = await api.admin.call({ path });
  expect(rejected).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  abandon();
  await vi.waitFor(async () => expect((await api.admin.call({ path })).status).not.toBe(429), 10_000);
});

it('delays neither light requests nor other users', async () => {
  const { abandon } = await fourPendingReads(api.admin);
  expect((await api.admin.call({ path: '/api/clients?limit=200' })).status).toBe(200);
  expect((await api.admin.call({ path: '/api/clients?range=[0,24]' })).status).toBe(200);
  expect((await other.call({ path: '/api/clients?range=[0,999]' })).status).toBe(200);
  abandon();
});

it('does not count heavy reads whose client disconnects before their session is read', async () => {
  const path = '/api/clients?range=[0,999]';
  for (let turn = 0; turn < 40; turn++) {
    const request = get(`${url}${path}`, { agent: false, headers: { cookie: cookieOf(other) } });
    const failed = once(request, 'error').catch((error: unknown) => error);
    const [socket] = await once(request, 'socket');
    await once(socket, 'connect');
    // The request has been sent; the server reads it while this loop sleeps for 0 to 4 ms.
    await sleep(turn / 10);
    request.destroy(new Error('disconnected'));
    await failed;
  }
  await vi.waitFor(
    async () => {
      const four = await Promise.all([1, 2, 3, 4].map(() => other.call({ path })));
      expect(statuses(four)).toEqual([200, 200, 200, 200]);
    },
    { timeout: 10_000 },
  );
});

it('counts a heavy read until its response is sent', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => other.call({ path: '/api/clients?range=[0,999]' })));
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
  }
});
