import { LeadOn } from '../frame/LeadOn.tsx';
import { ChannelPlace } from './ChannelPlace.tsx';
import { channelPath } from './useChannels.ts';

/** Redirects the address of a channel to its orders. */
export function ChannelHome() {
  return <ChannelPlace>{(channel) => <LeadOn to={channelPath(channel, 'orders')} />}</ChannelPlace>;
}
