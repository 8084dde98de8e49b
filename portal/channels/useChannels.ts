import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router-dom';
import { choicesOf, type Named } from '../api/queries.ts';
import { usePreferences } from '../preferences/usePreferences.ts';
import { isClosed } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { chooseChannel } from './chooseChannel.ts';

export type ChannelState = {
  isPending: boolean;
  error: Error | null;
  channels: readonly Named[];
  /** The channel of the address, else the one chosen last, else the only one there is (spec 2). */
  channel: Named | undefined;
  /** What the address calls its channel, when it names one. */
  slug: string | undefined;
};

/** The channels of the signed-in person, and the chosen one. */
export function useChannels(): ChannelState {
  const { channelSlug } = usePreferences();
  const { pathname } = useLocation();
  const slug = matchPath('/c/:slug/*', pathname)?.params.slug;
  const { ability } = useSignedIn();
  const hasNone = isClosed(ability, 'Channel');
  const { data: channels = [], isPending, error } = useQuery({ ...choicesOf('channels'), enabled: !hasNone });
  return {
    isPending: isPending && !hasNone,
    error: hasNone ? null : error,
    channels,
    slug,
    channel: chooseChannel(channels, { asked: slug, last: channelSlug }),
  };
}

/** The way to a place within a channel. */
export function channelPath(channel: Named, place: string): string {
  return `/c/${channel.slug ?? channel.id}/${place}`;
}

/**
 * Where a new client is made on the way to an order for it: to that one, or to a new one. `name` is begun with. The page
 * leads back with `?client=`, the id of who was made.
 */
export function newClientPath(channel: Named, given: { name?: string; order?: string }): string {
  return channelPath(channel, `clients/new?then=order&${new URLSearchParams(given)}`);
}
