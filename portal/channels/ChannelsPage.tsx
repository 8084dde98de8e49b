import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { PageHead } from '../frame/PageHead.tsx';
import { Redirect } from '../frame/Redirect.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { Icon } from '../look/Icon.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { setPreferences } from '../preferences/preferenceStore.ts';
import styles from './ChannelsPage.module.css';
import { channelPath, useChannels } from './useChannels.ts';

/**
 * The channel picker: the channels that the person may use. If there is only one, it is selected without a prompt (spec
 * 2).
 */
export function ChannelsPage() {
  const { channels, channel, isPending, error } = useChannels();
  const only = channels.length === 1 ? channels[0] : undefined;
  useEffect(() => {
    if (only) setPreferences({ channelSlug: only.slug ?? only.id });
  }, [only]);
  if (only) return <Redirect to={channelPath(only, 'orders')} />;
  return (
    <>
      <PageHead title="Order Management" />
      {error && <LoadError error={error} />}
      {isPending && <Skeleton lines={4} />}
      {!isPending && !error && channels.length === 0 && (
        <EmptyState title="No channels yet">
          You place orders in channels, but you don't have access to any. Ask your administrator to add you to one.
        </EmptyState>
      )}
      <ul className={styles.channels}>
        {channels.map((each) => (
          <li key={each.id}>
            <Link
              className={styles.channel}
              to={channelPath(each, 'orders')}
              aria-current={each.id === channel?.id ? 'true' : undefined}
            >
              <Icon name="channel" />
              <span className={styles.name}>{each.name}</span>
              {each.id === channel?.id && <span className={styles.last}>Last used</span>}
              <Icon name="next" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
