import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { countOf } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { ordersOf } from '../orders/list/statusFilter.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomePage.module.css';

/** How much is being written and how much waits for approval, in the chosen channel each leading there. */
export function Counts() {
  const { channel } = useChannels();
  const { ability } = useSignedIn();
  const isModerator = ability.can('moderate', 'Order');
  const drafts = useQuery(countOf('orders', ordersOf(channel, 'DRAFT')));
  const pending = useQuery(countOf('orders', ordersOf(channel, 'PENDING')));
  // No list is of all channels, so that without one the numbers lead nowhere.
  const hrefOf = (status: string) => channel && `${channelPath(channel, 'orders')}?status=${status}`;
  return (
    <ul className={styles.counts} aria-label={channel ? `In ${channel.name}` : 'In all channels'}>
      <Count title="Drafts" text="to finish and send" count={drafts.data} href={hrefOf('draft')} />
      <Count
        title="Pending"
        text={isModerator ? 'waiting for approval' : 'waiting for the approval of others'}
        count={pending.data}
        href={hrefOf('pending')}
      />
    </ul>
  );
}

function Count({
  title,
  text,
  count,
  href,
}: {
  title: string;
  text: string;
  count: number | undefined;
  href: string | undefined;
}) {
  const shown = (
    <>
      <span className={styles.number}>{count ?? '–'}</span>
      <span>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
    </>
  );
  return (
    <li>
      {href ? (
        <Link className={styles.count} to={href}>
          {shown}
        </Link>
      ) : (
        <div className={styles.count}>{shown}</div>
      )}
    </li>
  );
}
