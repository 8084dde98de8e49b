import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { withThousands } from '#schemas/texts/thousands.ts';
import type { Page } from '../api/queries.ts';
import { useStableError } from '../api/useStableError.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { EmptyState } from '../look/EmptyState.tsx';
import { LoadError, staleRowsNotice } from '../look/LoadError.tsx';
import { Pagination } from '../look/Pagination.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import styles from './ListBody.module.css';
import { pageSize } from './listState.ts';

/**
 * A list page's body in all of its states: loading, error, empty, stale rows (shown as placeholder data until the new
 * ones arrive) and pagination.
 */
export function ListBody<Row>({
  filters,
  list,
  page,
  things = 'results',
  hrefOfPage,
  note,
  empty,
  children,
}: {
  filters: ElementSlot;
  list: UseQueryResult<Page<Row>, Error>;
  page: number;
  /** The plural of what the list shows, such as `orders`. */
  things?: string;
  hrefOfPage: (page: number) => string;
  /** What stands after the count of the rows. */
  note?: string | undefined;
  empty: ElementSlot;
  children: (rows: readonly Row[], isStale: boolean) => ElementSlot;
}) {
  const { data, isPending, isPlaceholderData, refetch } = list;
  const error = useStableError(list);
  const { search } = useLocation();
  return (
    <>
      <div className={styles.filters}>{filters}</div>
      <p className={styles.unseen} role="status">
        {/* The key announces the count of the next search, sort or filter again, even if it is the same. */}
        {data && !isPlaceholderData && <span key={search}>{countText(data, things)}</span>}
      </p>
      {error && <LoadError error={error} safe={data && staleRowsNotice} onRetry={() => void refetch()} />}
      {isPending && !error && <Skeleton lines={10} />}
      {data && data.results.length === 0 && data.pagination.total === 0 && empty}
      {data && data.results.length === 0 && data.pagination.total > 0 && (
        <EmptyState
          title="There are no results on this page"
          action={<Link to={hrefOfPage(0)}>Go to the first page</Link>}
        />
      )}
      {data && data.results.length > 0 && children(data.results, isPlaceholderData)}
      {data && data.pagination.total > 0 && (
        <Pagination
          page={page}
          limit={pageSize}
          total={data.pagination.total}
          totalIsMinimum={data.pagination.totalIsMinimum}
          note={note}
          hrefOf={hrefOfPage}
        />
      )}
    </>
  );
}

/** Describes the number of matches: '12 orders', '1 order'. */
function countText({ pagination: { total, totalIsMinimum } }: Page<unknown>, things: string): string {
  const count = `${withThousands(total)}${totalIsMinimum ? ' or more' : ''}`;
  return `${count} ${total === 1 ? things.replace(/s$/, '') : things}`;
}
