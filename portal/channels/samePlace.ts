import type { Named } from '../api/queries.ts';
import { statusFilterOf } from '../orders/list/statusFilter.ts';
import { channelPath } from './useChannels.ts';

/** The kinds of pages that each channel has: an order or a client is one channel's, so its page is of the kind of their list. */
const kind = /^\/c\/[^/]+\/((?:orders|clients)(?:\/new)?)(?![^/])/;

/** Where the same kind of page is in another channel; from a page of no channel the way leads to the orders, Home stays. */
export function samePlace({ pathname, search }: { pathname: string; search: string }, channel: Named): string {
  if (pathname === '/') return '/';
  const place = kind.exec(pathname)?.[1] ?? 'orders';
  const filter = pathname.endsWith('/orders') ? statusFilterOf(new URLSearchParams(search).get('status')) : undefined;
  return channelPath(channel, filter ? `${place}?status=${filter.value}` : place);
}
