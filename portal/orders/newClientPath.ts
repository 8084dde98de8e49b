import type { Named } from '../api/queries.ts';
import { channelPath } from '../channels/useChannels.ts';

/**
 * Where a new client is made on the way to an order for it: to that one, or to a new one. `name` is begun with. The page
 * leads back with `?client=`, the id of who was made.
 */
export function newClientPath(channel: Named, given: { name?: string; order?: string }): string {
  return channelPath(channel, `clients/new?then=order&${new URLSearchParams(given)}`);
}
