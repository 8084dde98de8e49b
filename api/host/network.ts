import { isIPv6 } from 'node:net';

/**
 * The networks that an address belongs to as far as limits go, the smallest first: an IPv4 address is its own, an IPv6 address
 * belongs to a /64, a /56 and a /48, since a single subscriber may have any of those.
 */
export function networksOf(address: string): string[] {
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return [bare];
  // The URL parser writes every spelling of an address in one way.
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail] = written.split('::');
  const groupsOf = (text: string | undefined) => (text ? text.split(':') : []);
  const last = groupsOf(tail);
  const first = groupsOf(head);
  const groups = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return [ipv4Of(groups.slice(6))];
  const [site, subnet = '0'] = [groups.slice(0, 3).join(':'), groups[3]];
  const half = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  return [`${site}:${subnet}::/64`, `${site}:${half}::/56`, `${site}::/48`];
}

/** Whether the address is of this machine. */
export const isLoopback = (address: string): boolean =>
  /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/.test(address);

const ipv4Of = (groups: string[]): string =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.');
