import { expect, it } from 'vitest';
import { addressOf, websiteUrl } from './ClientPage.tsx';

it.each([
  ['https://bakery.example', 'https://bakery.example'],
  ['bakery.example/menu', 'https://bakery.example/menu'],
  ['none yet', undefined],
  ['javascript:alert(1)', undefined],
  ['bakery', undefined],
])('siteOf links the website %j to %j', (website, address) => {
  expect(websiteUrl({ website })).toBe(address);
});

it('addressOf formats an address in one line', () => {
  const businessAddress = { street: '1 Main St', city: 'Reno', state: 'NV', zip: '89501' };
  expect(addressOf({ businessAddress })).toBe('1 Main St, Reno, NV 89501');
});
