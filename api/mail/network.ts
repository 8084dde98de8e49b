import { isIPv6 } from 'node:net';

/**
 * The network that an address belongs to as far as limits go: IPv4 addresses each their own, IPv6 by /64, since a single
 * subscriber has all of those.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  // The URL parser writes every spelling of an address in one way.
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail] = written.split('::');
  const groupsOf = (text: string | undefined) => (text ? text.split(':') : []);
  const last = groupsOf(tail);
  const first = groupsOf(head);
  const groups = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? ipv4Of(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** Whether the address is of this machine. */
export const isLoopback = (address: string): boolean =>
  /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/.test(address);

const ipv4Of = (groups: string[]): string =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.');
