import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isWorking, outcomeWords, resultText } from '#schemas/bulk/bulk-jobs.ts';
import type { BulkItem, BulkJob } from '#schemas/generated/types.ts';
import { bulkTitle, type OrderBulkAction, orderBulkActions } from '#schemas/orders/bulk-actions.ts';
import type { NamedRecord, Page } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { channelPath } from '../../channels/useChannels.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Button } from '../../look/Button.tsx';
import { LoadError, RecordNotFound } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { BulkDialog, bulkJobQuery, bulkPolling, setBulkStatus } from './BulkDialog.tsx';
import styles from './BulkReport.module.css';

/** Results that are loaded at once. */
const pageSize = 100;

type ItemPage = Page<BulkItem> & { next?: string };

/** The progress and the result of a bulk job, record by record, from which the rest can be retried. */
export function BulkReport({ channel, id }: { channel: NamedRecord; id: string }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isRetrying, setRetrying] = useState(false);
  const { data: job, error, refetch } = useQuery(bulkJobQuery(id));
  const isRunning = job !== undefined && isWorking(job);
  const items = useInfiniteQuery({
    queryKey: ['bulk_jobs', id, 'items'],
    queryFn: ({ signal, pageParam: after }) =>
      request<ItemPage>({ path: `bulk_jobs/${id}/items`, query: { limit: pageSize, after }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: isRunning && 2 * bulkPolling,
  });
  const { refetch: reloadItems } = items;
  useEffect(() => {
    if (isRunning) return;
    void reloadItems();
    void cache.invalidateQueries({ queryKey: ['orders'] });
  }, [cache, isRunning, reloadItems]);
  const cancel = useMutation({ mutationFn: () => setBulkStatus(id, 'canceled'), onSettled: () => refetch() });
  if (error && !job) return <RecordNotFound thing="result" error={error} onRetry={() => void refetch()} />;
  if (!job) return <Skeleton lines={8} />;
  const action = actionOf(job);
  const left = job.total - job.succeeded;
  const rows = (items.data?.pages ?? []).flatMap(({ results }) => results).map((item) => resultOf(item, action));
  return (
    <>
      <PageHead
        title={bulkTitle(action, job.total)}
        actions={
          isRunning ? (
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
              Stop
            </Button>
          ) : (
            left > 0 &&
            job.status !== 'ready' && (
              <Button kind="primary" onClick={() => setRetrying(true)}>
                {`Retry the other ${left.toLocaleString('en-US')}`}
              </Button>
            )
          )
        }
      />
      <div className={styles.page}>
        <p role="status" className={styles.count}>
          {resultText(job, action)}
        </p>
        {isRunning && (
          <>
            <progress
              className={styles.progress}
              value={job.succeeded + job.failed}
              max={job.allowed}
              aria-label={action.label}
            />
            <p className={styles.note}>This continues on the server, so you can leave this page.</p>
          </>
        )}
        {cancel.error && <LoadError error={cancel.error} />}
        {items.error && <LoadError error={items.error} onRetry={() => void items.refetch()} />}
        <ResultList label="Orders" rows={rows} hrefOf={(order) => channelPath(channel, `orders/${order}`)} />
        {items.hasNextPage && (
          <Button isBusy={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
            Show more
          </Button>
        )}
        <p>
          <Link to={channelPath(channel, 'orders')}>Back to the orders</Link>
        </p>
      </div>
      {isRetrying && (
        <BulkDialog
          action={action}
          selection={{ failedOf: job.id }}
          count={left}
          input={job.input}
          onStarted={(next) => {
            setRetrying(false);
            void navigate(channelPath(channel, `orders?bulk=${next.id}`));
          }}
          onClose={() => setRetrying(false)}
        />
      )}
    </>
  );
}

/** The texts of a job's action. */
function actionOf({ action, input }: Pick<BulkJob, 'action' | 'input'>): OrderBulkAction {
  const isSame = (each: OrderBulkAction) =>
    each.action === action && (each.field === undefined || Object.hasOwn(input, each.field));
  return (
    orderBulkActions.find(isSame) ?? {
      action: 'set',
      label: 'Change orders',
      title: 'Change {}',
      done: 'changed',
      inputs: [],
    }
  );
}

/** The outcome of one order in a result list. */
export interface ResultRow {
  key: string;
  /** The order that the row links to; undefined if the person cannot open it. */
  order: string | undefined;
  name: string;
  outcome: string;
  isProblem: boolean;
  reason: string;
  problems: readonly { path: string; message: string }[];
}

function resultOf(item: BulkItem, { done }: OrderBulkAction): ResultRow {
  const { record, name, status, reason, problems, result, resultName } = item;
  const shared = { key: item.id, isProblem: status === 'failed' || status === 'refused', problems };
  const outcome = status === 'done' ? `${done.charAt(0).toUpperCase()}${done.slice(1)}` : outcomeWords[status];
  // An order that was created is what the person looks for, such as the duplicate.
  if (result) return { ...shared, order: result, name: resultName, outcome, reason: `From ${name}` };
  return {
    ...shared,
    order: name === '' ? undefined : record,
    name: name || 'An order you cannot open',
    outcome,
    reason,
  };
}

/** Results per order: a link, the outcome, and what has to be fixed. */
export function ResultList({
  label,
  rows,
  hrefOf,
}: {
  label: string;
  rows: readonly ResultRow[];
  hrefOf: (order: string) => string;
}) {
  return (
    <ul className={styles.results} aria-label={label}>
      {rows.map(({ key, order, name, outcome, isProblem, reason, problems }) => (
        <li key={key}>
          {order ? <Link to={hrefOf(order)}>{name}</Link> : <span>{name}</span>}{' '}
          <span className={isProblem ? styles.problem : styles.outcome}>{outcome}</span>
          {problems.length > 0 ? (
            <ul className={styles.reasons}>
              {problems.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
          ) : (
            reason && <p className={styles.note}>{reason}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
