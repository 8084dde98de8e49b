import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listOf, type Page, type PopulatedOrder } from '../api/queries.ts';
import { useStableError } from '../api/useStableError.ts';
import { Button } from '../look/Button.tsx';
import { formatDateTime } from '../look/formatTime.ts';
import { LoadError, staleRowsNotice } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomePage.module.css';
import { recordVisit } from './lastVisit.ts';

/** How many orders each part shows at first, and after "Show all". */
const initialLimit = 5;
const maxLimit = 100;

const populate = 'client,user';

/**
 * The work list of the signed-in person: orders sent back to them, waiting for their decision, theirs to finish, and
 * changed by others since their last visit. Each part shows its total; empty parts are hidden. Calls `onRead` once it
 * is known whether all parts failed: then one shared error with a retry replaces those of the parts.
 */
export function WorkList({ onRead }: { onRead: (hasSharedError: boolean | undefined) => void }) {
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
          text={`Changes by others since ${formatDateTime(since)}.`}
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
