import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Named } from '../api/queries.ts';
import { buttonClass } from '../look/Button.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { EmptyPlace } from '../look/Place.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { setPreferences } from '../preferences/store.ts';
import { useChannels } from './useChannels.ts';

/** Wraps a page of the channel that the address names by slug or id. Visiting it selects that channel. */
export function ChannelPlace({ children }: { children: (channel: Named) => ReactNode }) {
  const { channel, isPending, error, slug } = useChannels();
  const chosen = channel && (channel.slug ?? channel.id);
  useEffect(() => {
    if (chosen) setPreferences({ channelSlug: chosen });
  }, [chosen]);
  if (channel) return children(channel);
  if (error) return <ErrorPlace error={error} />;
  if (isPending) return <Skeleton lines={6} />;
  return (
    <EmptyPlace
      title={`There is no channel '${slug}'`}
      action={
        <Link className={buttonClass('primary')} to="/c">
          Choose a channel
        </Link>
      }
    >
      It may have been renamed, or it may not be open to you.
    </EmptyPlace>
  );
}
