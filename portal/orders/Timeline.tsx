import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orderPlace } from '#schemas/changes/words/order-place.ts';
import { patchInWords } from '#schemas/changes/words/patch-words.ts';
import type { Form } from '#schemas/forms/form.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { wordsOfVersion } from '#schemas/orders/version-words.ts';
import { listOf, type ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { ErrorPlace } from '../look/ErrorPlace.tsx';
import { Time } from '../look/Time.tsx';
import { Skeleton } from '../look/Waiting.tsx';
import styles from './Timeline.module.css';

interface VersionsPage {
  pagination: { next?: string };
  results: OrderVersion[];
}

const atOnce = 50;

/** Who changed the order when, newest first, as of a revision. */
export function Timeline({ order, revision, form }: { order: ShownOrder; revision: number; form: Form }) {
  const place = useMemo(() => orderPlace(form), [form]);
  const versions = useInfiniteQuery({
    queryKey: ['orders', 'versions', order.id, revision],
    queryFn: ({ pageParam, signal }) =>
      request<VersionsPage>({
        path: `orders/${order.id}/versions`,
        query: { limit: atOnce, after: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next,
    // A save makes another list of them: the one before stays until that is there.
    placeholderData: (before) => before,
  });
  const shown = versions.data?.pages.flatMap(({ results }) => results) ?? [];
  const nameOf = useNames(shown);
  return (
    <section className={styles.timeline} aria-labelledby="order-history">
      <h2 id="order-history" className={styles.title}>
        History
      </h2>
      {versions.isPending && <Skeleton lines={3} />}
      {versions.error && <ErrorPlace error={versions.error} onRetry={() => void versions.refetch()} />}
      <ol className={styles.versions}>
        {shown.map((version) => (
          <li key={version.id} className={styles.version}>
            <span>
              {nameOf(version)} {wordsOfVersion(version.extra) ?? patchInWords(place, version.patch)}
            </span>
            <span className={styles.time}>
              <Time instant={version.timestamp} />
            </span>
            {typeof version.extra.reason === 'string' && (
              <blockquote className={styles.reason}>“{version.extra.reason}”</blockquote>
            )}
          </li>
        ))}
        {versions.data && !versions.hasNextPage && (
          <li className={styles.version}>
            <span>Order started</span>
            <span className={styles.time}>
              <Time instant={order.createdAt} />
            </span>
          </li>
        )}
      </ol>
      {versions.hasNextPage && (
        <div>
          <Button isBusy={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
            Show earlier changes
          </Button>
        </div>
      )}
    </section>
  );
}

/** The names of those who made the versions; of whom one may not read, 'Somebody'. */
function useNames(versions: readonly OrderVersion[]): (version: OrderVersion) => string {
  const ids = [
    ...new Set(versions.flatMap(({ extra }) => (typeof extra.user === 'string' ? [extra.user] : []))),
  ].sort();
  const users = useQuery({
    ...listOf('users', { id: ids.slice(0, mostNames), limit: mostNames }),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  const names = new Map(users.data?.results.map(({ id, name }) => [id, name]));
  return ({ extra }) => names.get(String(extra.user)) ?? 'Somebody';
}

/** People whose names are asked for: as many as a list's page holds (design 3). */
const mostNames = 200;
