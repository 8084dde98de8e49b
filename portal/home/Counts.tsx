import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { countOf } from '../api/queries.ts';
import { useChannels } from '../channels/useChannels.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomePage.module.css';

/** How much is being written and how much waits for approval, each leading there. */
export function Counts({ orders }: { orders: string }) {
  const { channel } = useChannels();
  const { ability } = useSignedIn();
  const isModerator = ability.can('moderate', 'Order');
  const drafts = useQuery(countOf('orders', { status: 'DRAFT', channelId: channel?.id }));
  const pending = useQuery(countOf('orders', { status: 'PENDING', channelId: channel?.id }));
  return (
    <ul className={styles.counts} aria-label={channel ? `In ${channel.name}` : 'In all channels'}>
      <Count title="Drafts" text="to finish and send" count={drafts.data} href={`${orders}?status=draft`} />
      <Count
        title="Pending"
        text={isModerator ? 'waiting for approval' : 'waiting for the approval of others'}
        count={pending.data}
        href={`${orders}?status=pending`}
      />
    </ul>
  );
}

function Count({ title, text, count, href }: { title: string; text: string; count: number | undefined; href: string }) {
  return (
    <li>
      <Link className={styles.count} to={href}>
        <span className={styles.number}>{count ?? '–'}</span>
        <span>
          <span className={styles.title}>{title}</span>
          <span className={styles.text}>{text}</span>
        </span>
      </Link>
    </li>
  );
}
