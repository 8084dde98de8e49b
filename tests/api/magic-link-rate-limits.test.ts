import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressActions } from './email-address-helpers.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ LINK_LIMIT_ADDRESS: '2', LINK_LIMIT_NETWORK: '3', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => api.close());

const requestLink = (key: string, headers = {}) =>
  api.call({ method: 'POST', path: '/api/auth/magic', body: { key }, headers });

it.each(['known', 'unknown'])(
  'rate limits link requests for one %s address, and returns the time to wait',
  async (kind) => {
    const address = kind === 'known' ? (await aUser(api)).email : 'nobody@example.com';
    expect([(await requestLink(address)).status, (await requestLink(address)).status]).toEqual([200, 200]);
    const rejected = await requestLink(address);
    expect(rejected).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', error: 'Error' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

it('rate limits an address regardless of its case and plus addressing', async () => {
  const statuses = [];
  for (const key of ['Plus@example.com', 'plus+1@example.com', 'PLUS+2@example.com'])
    statuses.push((await requestLink(key)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

const from = (ip: string) => ({ 'x-forwarded-for': ip });

it.each([
  ['one IPv4 address', ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.7'], '203.0.113.8'],
  [
    'a /64 of IPv6',
    ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:DB8:1:2:9::3', '2001:db8:1:2:f::4'],
    '2001:db8:1:3::1',
  ],
])('rate limits link requests from one network for all addresses: %s', async (_network, ips, elsewhere) => {
  const statuses = [];
  for (const [index, ip] of ips.entries()) statuses.push((await requestLink(`${index}@example.com`, from(ip))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await requestLink('e@example.com', from(elsewhere))).status).toBe(200);
});

it.each([
  ['a /56', 6, (index: number) => `2001:db8:7:1${index.toString(16).padStart(2, '0')}::1`, '2001:db8:7:200::1'],
  ['a /48', 12, (index: number) => `2001:db8:8:${(index * 0x100).toString(16)}::1`, '2001:db8:9::1'],
])('limits %s of IPv6 to %i links an hour for all of its networks', async (_network, count, ipOf, elsewhere) => {
  const statuses = [];
  for (let index = 0; index <= count; index += 1)
    statuses.push((await requestLink(`${count}-${index}@example.com`, from(ipOf(index)))).status);
  expect(statuses).toEqual([...Array(count).fill(200), 429]);
  expect((await requestLink(`${count}@example.com`, from(elsewhere))).status).toBe(200);
});

it('allows one address twice as many requests from a /56 of IPv6 as from a /64', async () => {
  const statuses = [];
  for (const index of [1, 2, 3, 4, 5])
    statuses.push((await requestLink('one@example.com', from(`2001:db8:a:10${index}::1`))).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

it.each(['known', 'unknown'])(
  'a stranger who requests too many links for a %s address locks out only their own network',
  async (kind) => {
    const address = kind === 'known' ? (await aUser(api)).email : 'stranger@example.com';
    const stranger = from(kind === 'known' ? '203.0.113.20' : '203.0.113.21');
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await requestLink(address, stranger)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await requestLink(address, from('203.0.113.30'))).status).toBe(200);
  },
);

it('counts sign-in links and verification links to an address together', async () => {
  const person = await api.signedInAs(await aUser(api));
  const { add } = addressActions(api);
  const added = await add(person);
  const verify = { method: 'POST', path: `/api/email_addresses/${added.id}/verify` } as const;
  expect([(await requestLink(added.address)).status, (await person.call(verify)).status]).toEqual([200, 200]);
  expect((await requestLink(added.address)).status).toBe(429);
  const second = await add(person);
  expect([(await requestLink(second.address)).status, (await requestLink(second.address)).status]).toEqual([200, 200]);
  const rejected = await person.call({ ...verify, path: `/api/email_addresses/${second.id}/verify` });
  expect(rejected).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
});
