import { expect, it } from 'vitest';
import { isLoopback, networksOf } from './network.ts';

it.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:a2c3:3:4:5:6', ['2001:db8:1:a2c3::/64', '2001:db8:1:a200::/56', '2001:db8:1::/48']],
  ['2001:DB8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
])('networksOf(%s) returns %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

it.each([
  ['127.0.0.1', true],
  ['127.254.13.200', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['10.127.0.0.1', false],
  ['127.0.0.1.example', false],
  ['::ffff:10.0.0.1', false],
  ['2001:db8::1', false],
])('isLoopback(%s) returns %s', (address, is) => {
  expect(isLoopback(address)).toBe(is);
});
