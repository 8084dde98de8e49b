import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { OrderBatch } from '#schemas/generated/types.ts';
import { orderBulkActions } from '#schemas/orders/bulk-actions.ts';
import { type NamedRecord, recordOf } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { channelPath } from '../../channels/useChannels.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import styles from '../../lists/BulkJob.module.css';
import { ResultList, type ResultRow } from '../../lists/BulkJob.tsx';
import { Button } from '../../look/Button.tsx';
import { LoadError, RecordNotFound } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { OrderBulkDialog } from '../list/OrderBulkActions.tsx';
import { NotCopiedList } from './NotCopiedList.tsx';

/** The polling interval while the batch runs; milliseconds. */
const pollingInterval = 1_000;

const submit = orderBulkActions.find(({ action }) => action === 'submit');

/**
 * The progress and result of a batch of orders for many clients: who got which order, and why others got none. All
 * valid orders can be submitted from here.
 */
export function BatchReport({ channel, id: batchId }: { channel: NamedRecord; id: string }) {
  const query = recordOf('order_batches', batchId);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isSubmitting, setSubmitting] = useState(false);
  const {
    data: batch,
    error,
    refetch,
  } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollingInterval : false),
  });
  const isRunning = batch?.status === 'running';
  useEffect(() => {
    if (batch && !isRunning) void cache.invalidateQueries({ queryKey: ['orders'] });
  }, [cache, batch, isRunning]);
  const cancel = useMutation({
    mutationFn: () =>
      request<OrderBatch>({ method: 'PATCH', path: `order_batches/${batchId}`, body: { status: 'canceled' } }),
    onSettled: () => refetch(),
  });
  if (error && !batch) return <RecordNotFound thing="report" error={error} onRetry={() => void refetch()} />;
  if (!batch) return <Skeleton lines={8} />;
  const { copies, source, leftOut } = batch;
  const made = copies.filter(({ order }) => order !== null);
  const failed = copies.filter(({ reason }) => reason !== '');
  const progress = made.length + failed.length;
  return (
    <>
      <PageHead
        title="Orders for many clients"
        actions={
          isRunning ? (
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
              Stop
            </Button>
          ) : (
            made.length > 0 && (
              <Button kind="primary" onClick={() => setSubmitting(true)}>
                Send all valid orders for approval
              </Button>
            )
          )
        }
      />
      <div className={styles.page}>
        <p role="status" className={styles.count}>
          {`${words[batch.status]} ${made.length} of ${copies.length} created${failed.length > 0 ? `, ${failed.length} failed` : ''}.`}
        </p>
        {isRunning && <progress className={styles.progress} value={progress} max={copies.length} aria-label="Orders" />}
        {cancel.error && <LoadError error={cancel.error} />}
        <p className={styles.note}>
          Copies of <Link to={channelPath(channel, `orders/${source}`)}>this order</Link>, as it was when you started.
          <span>{isRunning && " They're created on the server, so you can leave this page."}</span>
        </p>
        <NotCopiedList leftOut={leftOut} />
        <ResultList
          things="orders"
          rows={copies.flatMap(resultOf)}
          hrefOf={(order) => channelPath(channel, `orders/${order}`)}
        />
      </div>
      {isSubmitting && submit && (
        <OrderBulkDialog
          action={submit}
          selection={{ ids: made.flatMap(({ order }) => order ?? []) }}
          count={made.length}
          onStarted={(job) => void navigate(channelPath(channel, `orders?bulk=${job.id}`))}
          onClose={() => setSubmitting(false)}
        />
      )}
    </>
  );
}

/** The result for one client; none while its order is not created yet. */
function resultOf({ client, name, order, refCode, reason }: OrderBatch['copies'][number]): ResultRow[] {
  if (order === null && reason === '') return [];
  const shared = { key: client, record: order ?? undefined, reason, problems: [] };
  return order === null
    ? [{ ...shared, name, outcome: 'Failed', isProblem: true }]
    : [{ ...shared, name: `${refCode}, ${name}`, outcome: 'Created', isProblem: false }];
}

const words = {
  running: 'In progress:',
  done: 'Done:',
  canceled: 'Stopped:',
  failed: 'Failed:',
} satisfies Record<OrderBatch['status'], string>;
