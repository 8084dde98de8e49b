import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listOf } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { buttonClass } from '../look/Button.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { EmptyPlace } from '../look/Place.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { Counts } from './Counts.tsx';
import styles from './HomePage.module.css';

/** What waits for the signed-in person: drafts, pending orders, the latest work, and the next thing to do. */
export function HomePage() {
  const { user } = useSignedIn();
  const { channel } = useChannels();
  const recent = useQuery(listOf('orders', { limit: 8, sort: '-updatedAt', populate: 'client,user' }));
  const orders = channel ? channelPath(channel, 'orders') : '/c';
  const next = (
    <Link className={buttonClass('primary')} to={channel ? `${orders}/new` : '/c'}>
      {channel ? 'New Order' : 'Choose a channel'}
    </Link>
  );
  return (
    <div className={styles.page}>
      <PageHead title={`Hello, ${user.name}`} actions={next} />
      <Counts orders={orders} />
      <section className={styles.section} aria-labelledby="recent">
        <h2 id="recent">Recent orders</h2>
        {recent.isPending && <Skeleton lines={6} />}
        {recent.error && <ErrorPlace error={recent.error} onRetry={() => void recent.refetch()} />}
        {recent.data && recent.data.results.length > 0 && (
          <OrderTable caption="Recent orders" rows={recent.data.results} isStale={recent.isPlaceholderData} />
        )}
        {recent.data?.results.length === 0 && (
          <EmptyPlace title="No orders yet" action={next}>
            Orders you can see appear here, the latest first.
          </EmptyPlace>
        )}
      </section>
    </div>
  );
}
