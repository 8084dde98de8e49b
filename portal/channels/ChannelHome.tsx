import { Redirect } from '../frame/Redirect.tsx';
import { ChannelRoute } from './ChannelRoute.tsx';
import { channelPath } from './useChannels.ts';

/** Redirects the address of a channel to its orders. */
export function ChannelHome() {
  return <ChannelRoute>{(channel) => <Redirect to={channelPath(channel, 'orders')} />}</ChannelRoute>;
}
