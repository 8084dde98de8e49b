import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { sum } from '#grammar/decimal/decimal.ts';
import type { ClientFile, ClientOverview, YearOfRevenue } from '#schemas/clients/overview.ts';
import type { Client } from '#schemas/generated/types.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { listOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { FileLink } from '../forms/files/FileLink.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { RelativeTime } from '../look/RelativeTime.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { orderStatusLabels } from '../look/StatusChip.tsx';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import { hasNoAccess } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './ClientView.module.css';

const overviewOf = (id: string) =>
  queryOptions({
    queryKey: ['clients', 'overview', id],
    queryFn: ({ signal }) => request<ClientOverview>({ path: `clients/${id}/overview`, signal }),
  });

/** The client overview: orders, revenue, files and audits, limited to what the person may read. */
export function ClientOverviewPanel({ client }: { client: Client }) {
  const { data, error, refetch } = useQuery(overviewOf(client.id));
  // Each part runs its own query, so that none waits for another.
  return (
    <>
      <ClientOrders clientId={client.id} counts={data?.orders} />
      <div className={styles.pair}>
        {data && <Revenue years={data.revenue} />}
        {data && <Files files={data.files} />}
        {!data && (error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />)}
        <Audits clientId={client.id} />
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ElementSlot }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Revenue({ years }: { years: readonly YearOfRevenue[] }) {
  const sumOf = (name: 'revenue' | 'netRevenue') => sum(years.map((year) => year[name]));
  return (
    <Section title="Revenue">
      {years.length === 0 ? (
        <p className={styles.soft}>No report shows revenue for this client.</p>
      ) : (
        <table className={styles.sums}>
          <thead>
            <tr>
              <th scope="col">Fiscal year</th>
              <th scope="col">Revenue</th>
              <th scope="col">Net revenue</th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, revenue, netRevenue }) => (
              <tr key={year}>
                <th scope="row">{year ?? 'No year'}</th>
                <td>{moneyText(revenue)}</td>
                <td>{moneyText(netRevenue)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{moneyText(sumOf('revenue'))}</td>
              <td>{moneyText(sumOf('netRevenue'))}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Section>
  );
}

function Files({ files }: { files: readonly ClientFile[] }) {
  return (
    <Section title="Files">
      {files.length === 0 ? (
        <p className={styles.soft}>No order for this client has files.</p>
      ) : (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.id}>
              <FileLink file={file} />
              <Link to={`/c/${file.order.channelId}/orders/${file.order.id}`}>{file.order.refCode}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The audits that led to this client. Renders nothing for people without access to audits. */
function Audits({ clientId }: { clientId: string }) {
  const { ability } = useSignedIn();
  const isOpen = !hasNoAccess(ability, 'ProspectAudit');
  const query = { madeClient: clientId, sort: '-createdAt', limit: 10 };
  const { data, error, refetch } = useQuery({ ...listOf('prospect_audit', query), enabled: isOpen });
  if (!isOpen) return null;
  return (
    <Section title="Audits">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data?.results.length === 0 && <p className={styles.soft}>No prospect audits for this client.</p>}
      {data && data.results.length > 0 && (
        <ul className={styles.list}>
          {data.results.map(({ id, businessName, createdAt }) => (
            <li key={id}>
              <Link to={`/prospect_audit/${id}`}>{businessName}</Link>
              <RelativeTime instant={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const query = { limit: 10, sort: '-updatedAt', populate: 'client,user' };

/** The latest orders of a client, and the number of orders in each status, with links to the filtered order list. */
function ClientOrders({
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
