import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listOf, type NamedRecord } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { HomeTiles } from '../knowledge-base/HomeTiles.tsx';
import { buttonClass } from '../look/Button.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import { ordersFilter } from '../orders/list/statusFilter.ts';
import { hasNoAccess } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomePage.module.css';
import { RecentClients } from './RecentClients.tsx';
import { WorkList } from './WorkList.tsx';

/** The home page: the work list, recent clients and orders, and the tiles of the person's guild. */
export function HomePage() {
  const { user, ability } = useSignedIn();
  const { channel } = useChannels();
  const hasOrders = !hasNoAccess(ability, 'Order');
  // If all parts fail with the same error, it is shown once. Undefined until the work list knows that; meanwhile the
  // other parts show no errors.
  const [hasSharedError, setSharedError] = useState<boolean>();
  const orders = channel ? channelPath(channel, 'orders') : '/c';
  const next = (
    <Link className={buttonClass('primary')} to={channel ? `${orders}/new` : '/c'}>
      {channel ? 'New Order' : 'Choose a channel'}
    </Link>
  );
  return (
    <div className={styles.page}>
      <PageHead
        title={`Hello, ${user.name}`}
        actions={
          <>
            {ability.can('create', 'ProspectAudit') && (
              <Link className={buttonClass()} to="/prospect_audit">
                Prospect Audit
              </Link>
            )}
            {hasOrders && next}
          </>
        }
      />
      {hasOrders && <WorkList onRead={setSharedError} />}
      {hasOrders && <RecentClients isQuiet={hasSharedError !== false} />}
      <HomeTiles />
      {!hasOrders && user.guild === null && <NothingOpen />}
      {hasOrders && <RecentOrders channel={channel} next={next} isQuiet={hasSharedError !== false} />}
    </div>
  );
}

/** The empty state for people who belong to no organization yet. */
function NothingOpen() {
  return (
    <EmptyState
      title="You don't have access to anything yet"
      action={
        <Link className={buttonClass('primary')} to="/settings">
          View your invitations
        </Link>
      }
    >
      Your agency can add you to an organization or invite you. Invitations are in Settings. After you accept one, the
      organization's channels, clients and orders appear here.
    </EmptyState>
  );
}

/** The latest orders that the person may read. For newcomers, it explains how an order is approved. */
function RecentOrders({
  channel,
  next,
  isQuiet,
}: {
  channel: NamedRecord | undefined;
  next: ElementSlot;
  /** Suppresses the error message: a part above shows it, or may still do so. */
  isQuiet: boolean;
}) {
  const listQuery = { ...ordersFilter(channel), limit: 8, sort: '-updatedAt', populate: 'client,user' };
  const recent = useQuery(listOf('orders', listQuery));
  const error = isQuiet ? null : recent.error;
  if (recent.error && !error && !recent.data) return null;
  const title = channel ? `Recent orders in ${channel.name}` : 'Recent orders';
  return (
    <section className={styles.section} aria-labelledby="recent">
      <h2 id="recent">{title}</h2>
      {recent.isPending && <Skeleton lines={6} />}
      {error && <LoadError error={error} onRetry={() => void recent.refetch()} />}
      {recent.data && recent.data.results.length > 0 && (
        <OrderTable
          caption={title}
          rows={recent.data.results}
          isStale={recent.isPlaceholderData}
          isAcross={channel === undefined}
        />
      )}
      {recent.data?.results.length === 0 && (
        <EmptyState title="No orders yet" action={next}>
          Choose a channel and start an order for a client. It's saved as a draft as you type. After you send it, a
          moderator approves it or sends it back with a reason, which you'll see here and by e-mail.
        </EmptyState>
      )}
    </section>
  );
}
