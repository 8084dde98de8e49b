import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { idOf, listOf, nameOf, type PopulatedOrder } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { buttonClass } from '../look/Button.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomePage.module.css';

/** How many of the person's latest orders are read, and how many of their clients are shown. */
const orderLimit = 30;
const clientLimit = 5;

/**
 * The clients for which the person last created orders, each with a link to a new order in the same channel. `isQuiet`
 * suppresses the error message, because a part above shows it or may still do so.
 */
export function RecentClients({ isQuiet }: { isQuiet: boolean }) {
  const { user, ability } = useSignedIn();
  const { channels } = useChannels();
  const query = { user: user.id, sort: '-updatedAt', limit: orderLimit, populate: 'client' };
  const { data, error, refetch } = useQuery(listOf('orders', query));
  const orders = latestOfClients(data?.results ?? []);
  if (!ability.can('create', 'Order')) return null;
  if (orders.length === 0) return error && !isQuiet && <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles.section} aria-labelledby="recent-clients">
      <h2 id="recent-clients">Recent clients</h2>
      <ul className={styles.clients}>
        {orders.map(({ id, client, channelId }) => {
          const channel = channels.find((each) => each.id === channelId);
          const name = nameOf(client, '–');
          const clientId = client ? idOf(client) : '';
          return (
            <li key={id} className={styles.client}>
              <Link to={`/clients/${clientId}`}>{name}</Link>
              <span className={styles.text}>{channel?.name}</span>
              {channel && (
                <Link
                  className={buttonClass()}
                  to={`${channelPath(channel, 'orders/new')}?client=${clientId}`}
                  aria-label={`Order again for ${name} in ${channel.name}`}
                >
                  Order again
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the latest order of each client, skipping clients that the person may not read. */
function latestOfClients(orders: readonly PopulatedOrder[]): PopulatedOrder[] {
  const latest = new Map<string, PopulatedOrder>();
  for (const order of orders)
    if (order.client !== null && typeof order.client === 'object' && !latest.has(order.client.id))
      latest.set(order.client.id, order);
  return [...latest.values()].slice(0, clientLimit);
}
