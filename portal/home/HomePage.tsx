import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { momentText } from '#schemas/texts/moments.ts';
import { idOf, listOf, type NamedRecord, nameOf, type Page, type PopulatedOrder } from '../api/queries.ts';
import { useStableError } from '../api/useStableError.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { LoadError, staleRowsNotice } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import { ordersFilter } from '../orders/list/statusFilter.ts';
import { parseStoredFields } from '../preferences/preferences.ts';
import { hasNoAccess } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomePage.module.css';

const HomeTiles = lazyComponent(async () => (await import('../knowledge-base/HomeTiles.tsx')).HomeTiles);
const NothingOpen = lazyComponent(async () => (await import('./HomeEmptyStates.tsx')).NothingOpen);
const NoRecentOrders = lazyComponent(async () => (await import('./HomeEmptyStates.tsx')).NoRecentOrders);

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
      {user.guild !== null && <HomeTiles />}
      {!hasOrders && user.guild === null && <NothingOpen />}
      {hasOrders && <RecentOrders channel={channel} next={next} isQuiet={hasSharedError !== false} />}
    </div>
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
      {recent.data?.results.length === 0 && <NoRecentOrders next={next} />}
    </section>
  );
}

/** How many of the person's latest orders are read, and how many of their clients are shown. */
const orderLimit = 30;
const clientLimit = 5;

/**
 * The clients for which the person last created orders, each with a link to a new order in the same channel. `isQuiet`
 * suppresses the error message, because a part above shows it or may still do so.
 */
function RecentClients({ isQuiet }: { isQuiet: boolean }) {
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
                  to={`${channelPath(channel, 'orders/draft')}?for=${clientId}`}
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

/** How many orders each part shows at first, and after "Show all". */
const initialLimit = 5;
const maxLimit = 100;

const populate = 'client,user';

/**
 * The work list of the signed-in person: orders sent back to them, waiting for their decision, theirs to finish, and
 * changed by others since their last visit. Each part shows its total; empty parts are hidden. Calls `onRead` once it
 * is known whether all parts failed: then one shared error with a retry replaces those of the parts.
 */
function WorkList({ onRead }: { onRead: (hasSharedError: boolean | undefined) => void }) {
  const cache = useQueryClient();
  const { user, ability } = useSignedIn();
  const [since] = useState(() => recordVisit(user.id));
  const isModerator = ability.can('moderate', 'Order');
  const sentBack = useOrders({ mine: 'sentBack', sort: '-updatedAt' });
  const waiting = useOrders({ waitingFor: 'me', status: 'PENDING', sort: 'waitingSince' }, isModerator);
  const unfinished = useOrders({ mine: 'unfinished', sort: '-updatedAt' });
  const changedByOthers = useOrders(
    { changedBy: 'others', 'updatedAt.from': since ?? '', sort: '-updatedAt' },
    since !== null,
  );
  const parts = [sentBack, waiting, unfinished, changedByOthers];
  const enabledParts = parts.filter(({ list }) => list.isEnabled);
  const failure = enabledParts.every(({ error }) => error) ? enabledParts[0]?.error : undefined;
  const isAwaited = enabledParts.some(({ list, error }) => list.isFetching && !error);
  const [hadSharedError, setSharedError] = useState<boolean>();
  // Keep the previous message during a refetch, to avoid flicker.
  const hasSharedError = isAwaited ? hadSharedError : Boolean(failure);
  if (hasSharedError !== hadSharedError) setSharedError(hasSharedError);
  useEffect(() => onRead(hasSharedError), [hasSharedError, onRead]);
  // Wait for all parts, so that the layout does not shift when a later one arrives.
  if (enabledParts.some(({ list, error }) => list.isLoading && !error)) return <Skeleton lines={8} />;
  const isClear = [sentBack, waiting, unfinished].every(({ list, error }) => !error && isEmpty(list));
  const safe = enabledParts.some(({ list }) => list.data) ? staleRowsNotice : '';
  const retry = () => void cache.refetchQueries({ predicate: ({ state }) => state.error !== null });
  const isQuiet = hasSharedError !== false;
  return (
    <>
      {hasSharedError && failure && <LoadError error={failure} safe={safe} onRetry={retry} />}
      {isClear && <p className={styles.clear}>Nothing is waiting for you.</p>}
      <Part
        title="Sent back to you"
        text="A moderator said what needs to change."
        orders={sentBack}
        hidesErrors={isQuiet}
      />
      <Part title="Waiting for your decision" text="Oldest first." orders={waiting} hidesErrors={isQuiet} />
      <Part title="Your drafts" text="Drafts you haven't submitted." orders={unfinished} hidesErrors={isQuiet} />
      {since !== null && (
        <Part
          title="New since your last visit"
          text={`Changes by others since ${momentText(since)}.`}
          orders={changedByOthers}
          hidesErrors={isQuiet}
        />
      )}
    </>
  );
}

interface Orders {
  list: UseQueryResult<Page<PopulatedOrder>>;
  error: Error | null;
  isWhole: boolean;
  showAll: () => void;
}

function useOrders(query: Record<string, string>, isEnabled = true): Orders {
  const [isWhole, setWhole] = useState(false);
  const listQuery = { ...query, limit: isWhole ? maxLimit : initialLimit, populate };
  const list = useQuery({ ...listOf('orders', listQuery), enabled: isEnabled });
  return { list, error: useStableError(list), isWhole, showAll: () => setWhole(true) };
}

const isEmpty = ({ data }: Orders['list']) => (data?.results.length ?? 0) === 0;

/** One part of the list. `isQuiet` suppresses its error, because the shared message shows it or may still do so. */
function Part({
  title,
  text,
  orders,
  hidesErrors,
}: {
  title: string;
  text: string;
  orders: Orders;
  hidesErrors: boolean;
}) {
  const { list, isWhole, showAll } = orders;
  const error = hidesErrors ? null : orders.error;
  const retry = () => void list.refetch();
  if (!list.data || isEmpty(list))
    return (
      error && (
        <section className={styles.section} aria-label={title}>
          <h2>{title}</h2>
          <LoadError error={error} onRetry={retry} />
        </section>
      )
    );
  const { results, pagination } = list.data;
  const { total, totalIsMinimum } = pagination;
  return (
    <section className={styles.section} aria-label={title}>
      <h2>
        <span>{title}</span> <span className={styles.number}>{totalIsMinimum ? `more than ${total}` : total}</span>
      </h2>
      <p className={styles.text}>{text}</p>
      {error && <LoadError error={error} safe={staleRowsNotice} onRetry={retry} />}
      <OrderTable caption={title} rows={results} isStale={list.isPlaceholderData} isAcross />
      {!isWhole && total > results.length && (
        <div>
          <Button onClick={showAll}>{total > maxLimit ? `Show the first ${maxLimit}` : `Show all ${total}`}</Button>
        </div>
      )}
    </section>
  );
}

/** Inactivity after which a new visit starts; milliseconds. */
const pause = 1_800_000;

interface Visit {
  /** The end of the previous visit; null if there was none. */
  since: string | null;
  /** The last activity of this visit. */
  at: string;
}

/**
 * Returns the current visit, from the stored one: the same visit within half an hour of its last activity, else a new
 * one since its end. An invalid stored value counts as none.
 */
export function nextVisit(stored: string | null, now: Date): Visit {
  const at = now.toISOString();
  const before = visitIn(stored);
  if (!before) return { since: null, at };
  const isSame = now.getTime() - Date.parse(before.at) < pause;
  return { since: isSame ? before.since : before.at, at };
}

/**
 * Stores the visit of this person in this browser (localStorage). Returns the time since which changes are new to them.
 */
function recordVisit(userId: string): string | null {
  const key = `_v3seen:${userId}`;
  try {
    const now = nextVisit(localStorage.getItem(key), new Date());
    localStorage.setItem(key, JSON.stringify(now));
    return now.since;
  } catch {
    // Without storage, nothing can be marked as new.
    return null;
  }
}

function visitIn(stored: string | null): Visit | null {
  const { since = null, at } = parseStoredFields(stored);
  return isTime(at) && (since === null || isTime(since)) ? { since, at } : null;
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));
