import { describe, expect, it } from 'vitest';
import { addressGuard } from './address-guard.ts';

const outside = addressGuard([]);

describe('addressGuard', () => {
  it.each([
    ...[
      '127.0.0.1',
      '127.255.0.9',
      '0.0.0.0',
      '10.1.2.3',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
    ],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '::ffff:0:127.0.0.1',
      '::ffff:0:7f00:1',
      '::ffff:0:5db8:d822',
      'fe80::1',
      'fc00::1',
    ],
    ...['fd12:3456::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', ''],
  ])('blocks an internal address: %s', (address) => {
    expect(outside(address)).toBe(false);
  });

  it.each(['93.184.216.34', '172.32.0.1', '::ffff:93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])(
    'allows a public address: %s',
    (address) => {
      expect(outside(address)).toBe(true);
    },
  );

  it('allows an internal address that is listed, itself or by its network', () => {
    const allowed = addressGuard(['127.0.0.1', '10.1.0.0/16', '::1']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.200.3', '::1']) expect(allowed(address)).toBe(true);
    for (const address of ['127.0.0.2', '10.2.0.1', '192.168.0.1']) expect(allowed(address)).toBe(false);
  });
});
