import { BlockList, isIP } from 'node:net';

/**
 * IP ranges that are not public: private, loopback, link-local, reserved, and IPv6 ranges that embed IPv4 addresses.
 */
const insideNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...[
    '224.0.0.0/4',
    '240.0.0.0/4',
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
  ],
  ...['2001:db8::/32', '2002::/16', '3fff::/20', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

const inside = listOf(insideNetworks);

/**
 * SSRF guard: returns a predicate for addresses that may be connected to. It is false for internal ones except those
 * listed in `allowed`.
 */
export function addressGuard(allowed: readonly string[]): (address: string) => boolean {
  const exceptions = listOf(allowed);
  return (address) => {
    // Check an IPv4-mapped address as IPv4, because BlockList compares literally.
    const target = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    if (isIP(target) === 0) return false;
    return !inside.check(target, family(target)) || exceptions.check(target, family(target));
  };
}
