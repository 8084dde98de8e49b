import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { OrderBatch } from '#schemas/generated/types.ts';
import { type NamedRecord, recordOf } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { channelPath } from '../../channels/useChannels.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { LoadError, RecordNotFound } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import styles from './BatchReport.module.css';
import { NotCopiedList } from './NotCopiedList.tsx';

/** The polling interval while the batch runs; milliseconds. */
const pollingInterval = 1_000;

/** The progress and result of a batch of orders for many clients: who got which order, and why others got none. */
export function BatchReport({ channel, id: batchId }: { channel: NamedRecord; id: string }) {
  const query = recordOf('order_batches', batchId);
  const cache = useQueryClient();
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
          isRunning && (
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
              Stop
            </Button>
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
        {failed.length > 0 && (
          <Banner status="warn" title="No orders for these clients:">
            <ul>
              {failed.map(({ client, name, reason }) => (
                <li key={client}>
                  <Link to={channelPath(channel, `clients/${client}`)}>{name}</Link>: <span>{reason}</span>
                </li>
              ))}
            </ul>
          </Banner>
        )}
        <ul className={styles.copies} aria-label="Created orders">
          {made.map(({ client, name, order, refCode }) => (
            <li key={client}>
              <Link to={channelPath(channel, `orders/${order}`)}>{refCode}</Link> <span>{name}</span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

const words = {
  running: 'In progress:',
  done: 'Done:',
  canceled: 'Stopped:',
  failed: 'Failed:',
} satisfies Record<OrderBatch['status'], string>;
