import { useQuery } from '@tanstack/react-query';
import { listOf } from '../api/queries.ts';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import styles from './ClientOrders.module.css';

const query = { limit: 10, sort: '-updatedAt', populate: 'client,user' };

/** The latest orders for a client. */
export function ClientOrders({ clientId }: { clientId: string }) {
  const orders = useQuery(listOf('orders', { ...query, clientId }));
  if (!orders.data || orders.data.results.length === 0) return null;
  const { results, pagination } = orders.data;
  return (
    <section className={styles.orders} aria-labelledby="client-orders">
      <h2 id="client-orders">Orders</h2>
      <OrderTable caption="Orders of this client" rows={results} isStale={orders.isPlaceholderData} />
      {pagination.total > results.length && (
        <p className={styles.more}>
          The latest {results.length} of {pagination.total}.
        </p>
      )}
    </section>
  );
}
