import { Navigate } from 'react-router-dom';
import { ChannelPlace } from './ChannelPlace.tsx';
import { channelPath } from './useChannels.ts';

/** A channel's own address leads to its orders. */
export function ChannelHome() {
  return <ChannelPlace>{(channel) => <Navigate to={channelPath(channel, 'orders')} replace />}</ChannelPlace>;
}
