import { useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router-dom';
import { choicesOf, type NamedRecord } from '../api/queries.ts';
import { usePreferences } from '../preferences/preferenceStore.ts';
import { hasNoAccess } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';

export type ChannelState = {
  isPending: boolean;
  error: Error | null;
  channels: readonly NamedRecord[];
  /** The channel in the address, else the last selected one, else the only one (spec 2). */
  channel: NamedRecord | undefined;
  /** The slug or id of the channel in the address, if any. */
  slug: string | undefined;
};

/** Hook: the channels of the signed-in person, and the selected one. */
export function useChannels(): ChannelState {
  const { channelSlug } = usePreferences();
  const { pathname } = useLocation();
  const slug = matchPath('/c/:slug/*', pathname)?.params.slug;
  const { ability } = useSignedIn();
  const hasNone = hasNoAccess(ability, 'Channel');
  const { data: channels = [], isPending, error } = useQuery({ ...choicesOf('channels'), enabled: !hasNone });
  return {
    isPending: isPending && !hasNone,
    error: hasNone ? null : error,
    channels,
    slug,
    channel: resolveChannel(channels, { slug: slug, last: channelSlug }),
  };
}

/** Returns the address of a page within a channel. */
export function channelPath(channel: NamedRecord, place: string): string {
  return `/c/${channel.slug ?? channel.id}/${place}`;
}

/**
 * Returns the address of the new-client page for a client that an order needs. `order` is the id of that order, a new
 * one if missing; `name` prefills the name. Afterwards the page returns to the order with `?client=<id>`.
 */
export function newClientPath(channel: NamedRecord, given: { name?: string; order?: string }): string {
  return channelPath(channel, `clients/new?then=order&${new URLSearchParams(given)}`);
}

/**
 * Returns the selected channel: the one that the address names by slug or id, else the last selected one, else the only
 * one (spec 2). Returns undefined when the address names a channel that does not exist.
 */
export function resolveChannel(
  channels: readonly NamedRecord[],
  { slug: requested, last }: { slug: string | undefined; last: string | null },
): NamedRecord | undefined {
  const find = (name: string | null) => channels.find(({ id, slug }) => name === slug || name === id);
  if (requested !== undefined) return find(requested);
  return find(last) ?? (channels.length === 1 ? channels[0] : undefined);
}
