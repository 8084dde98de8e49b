import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listOf, type Page, type ShownOrder } from '../api/queries.ts';
import { useSteadyError } from '../api/useSteadyError.ts';
import { Button } from '../look/Button.tsx';
import { ErrorPlace, rowsFromBefore } from '../look/ErrorPlace.tsx';
import { absoluteTime } from '../look/times.ts';
import { Skeleton } from '../look/Waiting.tsx';
import { OrderTable } from '../orders/list/OrderTable.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './HomePage.module.css';
import { visit } from './lastVisit.ts';

/** How many of each part are shown at first, and at most. */
const some = 5;
const most = 100;

const populate = 'client,user';

/**
 * What there is to do, each part with its number and the orders that it counts: what came back, what waits for a decision of
 * this person, what is to be finished; and what others have done since the last visit. A part that has nothing is not there.
 * `onRead` hears, once that is known, whether none of it could be read, which is said once, with the way to ask again for all that failed.
 */
export function WorkList({ onRead }: { onRead: (isTold: boolean | undefined) => void }) {
  const cache = useQueryClient();
  const { user, ability } = useSignedIn();
  const [since] = useState(() => visit(user.id));
  const isModerator = ability.can('moderate', 'Order');
  const sentBack = useOrders({ mine: 'sentBack', sort: '-updatedAt' });
  const waiting = useOrders({ waitingFor: 'me', status: 'PENDING', sort: 'waitingSince' }, isModerator);
  const unfinished = useOrders({ mine: 'unfinished', sort: '-updatedAt' });
  const news = useOrders({ changedBy: 'others', 'updatedAt.from': since ?? '', sort: '-updatedAt' }, since !== null);
  const parts = [sentBack, waiting, unfinished, news];
  const asked = parts.filter(({ list }) => list.isEnabled);
  const failure = asked.every(({ error }) => error) ? asked[0]?.error : undefined;
  const isAwaited = asked.some(({ list, error }) => list.isFetching && !error);
  const [wasTold, setTold] = useState<boolean>();
  // While something is asked again what was said stands still.
  const isTold = isAwaited ? wasTold : Boolean(failure);
  if (isTold !== wasTold) setTold(isTold);
  useEffect(() => onRead(isTold), [isTold, onRead]);
  // All at once: nothing that is read moves down when another part comes.
  if (asked.some(({ list, error }) => list.isLoading && !error)) return <Skeleton lines={8} />;
  const isClear = [sentBack, waiting, unfinished].every(({ list, error }) => !error && isEmpty(list));
  const safe = asked.some(({ list }) => list.data) ? rowsFromBefore : '';
  const retry = () => void cache.refetchQueries({ predicate: ({ state }) => state.error !== null });
  const isQuiet = isTold !== false;
  return (
    <>
      {isTold && failure && <ErrorPlace error={failure} safe={safe} onRetry={retry} />}
      {isClear && <p className={styles.clear}>Nothing waits for you.</p>}
      <Part title="Sent back to you" text="A moderator has said what is missing." orders={sentBack} isQuiet={isQuiet} />
      <Part
        title="Waiting for your decision"
        text="What waits longest comes first."
        orders={waiting}
        isQuiet={isQuiet}
      />
      <Part
        title="Yours to finish"
        text="Drafts to finish and to send for approval."
        orders={unfinished}
        isQuiet={isQuiet}
      />
      {since !== null && (
        <Part
          title="New since you were here"
          text={`What others have changed since ${absoluteTime(since)}.`}
          orders={news}
          isQuiet={isQuiet}
        />
      )}
    </>
  );
}

interface Orders {
  list: UseQueryResult<Page<ShownOrder>>;
  error: Error | null;
  isWhole: boolean;
  showAll: () => void;
}

function useOrders(query: Record<string, string>, isAsked = true): Orders {
  const [isWhole, setWhole] = useState(false);
  const asked = { ...query, limit: isWhole ? most : some, populate };
  const list = useQuery({ ...listOf('orders', asked), enabled: isAsked });
  return { list, error: useSteadyError(list), isWhole, showAll: () => setWhole(true) };
}

const isEmpty = ({ data }: Orders['list']) => (data?.results.length ?? 0) === 0;

/** One part of the list; where it is quiet something else tells that it could not be read, or may come to. */
function Part({ title, text, orders, isQuiet }: { title: string; text: string; orders: Orders; isQuiet: boolean }) {
  const { list, isWhole, showAll } = orders;
  const error = isQuiet ? null : orders.error;
  const retry = () => void list.refetch();
  if (!list.data || isEmpty(list))
    return (
      error && (
        <section className={styles.section} aria-label={title}>
          <h2>{title}</h2>
          <ErrorPlace error={error} onRetry={retry} />
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
      {error && <ErrorPlace error={error} safe={rowsFromBefore} onRetry={retry} />}
      <OrderTable caption={title} rows={results} isStale={list.isPlaceholderData} isAcross />
      {!isWhole && total > results.length && (
        <div>
          <Button onClick={showAll}>{total > most ? `Show the first ${most}` : `Show all ${total}`}</Button>
        </div>
      )}
    </section>
  );
}
