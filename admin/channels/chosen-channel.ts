import { useEffect } from 'react';
import { getPreferences, setPreferences } from '#portal/preferences/store.ts';
import type { Channel } from '#schemas/generated/types.ts';

/** A channel that was loaded or saved is the one chosen last, in the portal too (spec 4, 'Channel editor'). */
export function useChosenChannel(channel: Pick<Channel, 'slug'> | undefined): void {
  const slug = channel?.slug;
  useEffect(() => {
    if (slug !== undefined) setPreferences({ channelSlug: slug });
  }, [slug]);
}

/** A channel that is gone is chosen no more. */
export function forgetChannel({ slug }: Pick<Channel, 'slug'>): void {
  if (getPreferences().channelSlug === slug) setPreferences({ channelSlug: null });
}
