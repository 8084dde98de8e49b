import { useEffect } from 'react';
import { getPreferences, setPreferences } from '#portal/preferences/preferenceStore.ts';
import type { Channel } from '#schemas/generated/types.ts';

/**
 * Stores the channel as the last used one, for the portal too, when its page loads or saves (spec 4, 'Channel editor').
 */
export function useLastUsedChannel(channel: Pick<Channel, 'slug'> | undefined): void {
  const slug = channel?.slug;
  useEffect(() => {
    if (slug !== undefined) setPreferences({ channelSlug: slug });
  }, [slug]);
}

/** Clears the last used channel if it is the deleted one. */
export function clearLastUsedChannel({ slug }: Pick<Channel, 'slug'>): void {
  if (getPreferences().channelSlug === slug) setPreferences({ channelSlug: null });
}
