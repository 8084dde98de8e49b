import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
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
 * A list page's body in all of its states: loading, error, empty, stale rows (kept as placeholder data until the new
 * ones arrive) and pagination.
 */
export function ListBody<Row>({
  filters,
  list,
  page,
  hrefOfPage,
  empty,
  children,
}: {
  filters: ElementSlot;
  list: UseQueryResult<Page<Row>, Error>;
  page: number;
  hrefOfPage: (page: number) => string;
  empty: ElementSlot;
  children: (rows: readonly Row[], isStale: boolean) => ElementSlot;
}) {
  const { data, isPending, isPlaceholderData, refetch } = list;
  const error = useStableError(list);
  return (
    <>
      <div className={styles.filters}>{filters}</div>
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
          hrefOf={hrefOfPage}
        />
      )}
    </>
  );
}
