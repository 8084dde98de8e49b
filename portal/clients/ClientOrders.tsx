import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ClientOverview } from '#schemas/clients/overview.ts';
import { listOf } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { LoadError } from '../look/LoadError.tsx';
import { orderStatusLabels } from '../look/StatusChip.tsx';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import styles from './ClientView.module.css';

const query = { limit: 10, sort: '-updatedAt', populate: 'client,user' };

/** The latest orders of a client, and the number of orders in each status, with links to the filtered order list. */
export function ClientOrders({
  clientId,
  counts,
}: {
  clientId: string;
  /** Undefined until they are loaded. */
  counts: ClientOverview['orders'] | undefined;
}) {
  const { data, error, refetch, isPlaceholderData } = useQuery(listOf('orders', { ...query, clientId }));
  const { channel, channels } = useChannels();
  const target = channel ?? channels[0];
  const hrefOf = (status: string) =>
    target && `${channelPath(target, 'orders')}?client=${clientId}&across=yes${status && `&status=${status}`}`;
  const all = hrefOf('');
  return (
    <section className={styles.section} aria-labelledby="client-orders">
      <h2 id="client-orders">Orders</h2>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {counts?.length === 0 && <p className={styles.soft}>No orders for this client yet.</p>}
      {data && data.results.length > 0 && (
        <OrderTable
          caption="Orders for this client"
          rows={data.results}
          isStale={isPlaceholderData}
          isAcross
          isOfOneClient
        />
      )}
      {counts && counts.length > 0 && all && (
        <p className={styles.soft}>
          <Link to={all}>{`All ${counts.reduce((sum, { count }) => sum + count, 0)}`}</Link>
          {counts.map(({ status, count }) => (
            <span key={status}>
              {', '}
              <Link
                to={hrefOf(status.toLowerCase()) ?? ''}
              >{`${count} ${orderStatusLabels[status].toLowerCase()}`}</Link>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
