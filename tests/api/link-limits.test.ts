import { afterAll, beforeAll, expect, it } from 'vitest';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ LINK_LIMIT_ADDRESS: '2', LINK_LIMIT_NETWORK: '3', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => api.close());

const ask = (key: string, headers = {}) =>
  api.call({ method: 'POST', path: '/api/auth/magic', body: { key }, headers });

it.each(['known', 'unknown'])(
  'asking too often for a link to a %s address is refused with the time to wait',
  async (kind) => {
    const address = kind === 'known' ? (await aUser(api)).email : 'nobody@example.com';
    expect([(await ask(address)).status, (await ask(address)).status]).toEqual([200, 200]);
    const refused = await ask(address);
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', error: 'Error' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

it('asking too often from one network is refused, whatever the addresses', async () => {
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const statuses = [];
  for (const name of ['a', 'b', 'c', 'd']) statuses.push((await ask(`${name}@example.com`, from)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await ask('e@example.com', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200);
});
