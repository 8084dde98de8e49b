import type { NamedRecord } from '../api/queries.ts';
import { statusFilterOf } from '../orders/list/statusFilter.ts';
import { channelPath } from './useChannels.ts';

/**
 * The page types that exist in every channel. An order or client belongs to one channel, so its page maps to the list.
 */
const kind = /^\/c\/[^/]+\/((?:orders|clients)(?:\/new)?)(?![^/])/;

/**
 * Returns the address of the same type of page in another channel. Home stays; any other page outside a channel maps to
 * the orders.
 */
export function addressInChannel(
  { pathname, search }: { pathname: string; search: string },
  channel: NamedRecord,
): string {
  if (pathname === '/') return '/';
  const place = kind.exec(pathname)?.[1] ?? 'orders';
  const filter = pathname.endsWith('/orders') ? statusFilterOf(new URLSearchParams(search).get('status')) : undefined;
  return channelPath(channel, filter ? `${place}?status=${filter.value}` : place);
}
