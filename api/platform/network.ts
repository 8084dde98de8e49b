import { isIPv6 } from 'node:net';

/**
 * Returns the networks of an address for rate limits, smallest first: an IPv4 address itself; the /64, /56 and /48 of
 * an IPv6 address, because one subscriber may own any of these.
 */
export function networksOf(address: string): string[] {
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return [bare];
  // The URL parser normalizes every spelling of an address.
  const normalized = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = '', tail] = normalized.split('::');
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

/** Returns whether an address is loopback. */
export const isLoopback = (address: string): boolean =>
  /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/.test(address);

const ipv4Of = (groups: string[]): string =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]).join('.');
