import { Redirect } from '../frame/LeadOn.tsx';
import { ChannelRoute } from './ChannelPlace.tsx';
import { channelPath } from './useChannels.ts';

/** Redirects the address of a channel to its orders. */
export function ChannelHome() {
  return <ChannelRoute>{(channel) => <Redirect to={channelPath(channel, 'orders')} />}</ChannelRoute>;
}
