import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { NamedRecord } from '../api/queries.ts';
import { buttonClass } from '../look/Button.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { setPreferences } from '../preferences/preferenceStore.ts';
import { useChannels } from './useChannels.ts';

/** Wraps a page of the channel that the address names by slug or id. Visiting it selects that channel. */
export function ChannelRoute({ children }: { children: (channel: NamedRecord) => ReactNode }) {
  const { channel, isPending, error, slug } = useChannels();
  const chosen = channel && (channel.slug ?? channel.id);
  useEffect(() => {
    if (chosen) setPreferences({ channelSlug: chosen });
  }, [chosen]);
  if (channel) return children(channel);
  if (error) return <LoadError error={error} />;
  if (isPending) return <Skeleton lines={6} />;
  return (
    <EmptyState
      title={`Channel “${slug}” wasn't found`}
      action={
        <Link className={buttonClass('primary')} to="/c">
          Choose a channel
        </Link>
      }
    >
      It may have been renamed, or you may not have access to it.
    </EmptyState>
  );
}
