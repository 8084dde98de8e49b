import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#schemas/generated/types.ts';
import type { NamedRecord, PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../look/Button.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import { Field } from '../../look/Field.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import styles from './HistoryDialog.module.css';
import { RevisionView } from './RevisionView.tsx';

/** A point in an order's history. */
export interface HistoryEntry {
  /** The revision at that point. */
  revision: number;
  /** The person and what they did. */
  words: string;
  /** An ISO timestamp. */
  time: string;
}

/**
 * The history browser: shows the order at each revision, in the form version of that time, with the diff to the
 * previous or any other revision (design 6). Restoring a revision creates a new version.
 */
export function HistoryDialog({
  order,
  channel,
  stops,
  onRestore,
  onClose,
}: {
  order: PopulatedOrder;
  channel: NamedRecord;
  /** Oldest first; the last is the current state. */
  stops: readonly HistoryEntry[];
  /** Restores a revision; undefined if the person may not. */
  onRestore: ((revision: number) => void) | undefined;
  onClose: () => void;
}) {
  const last = stops.length - 1;
  const [index, setIndex] = useState(Math.max(0, last - 1));
  const [against, setAgainst] = useState<'before' | number>('before');
  const stop = stops[index];
  const other =
    against === 'before' ? stops[Math.max(0, index - 1)] : stops.find(({ revision }) => revision === against);
  const shown = useEarlier(order, stop?.revision);
  const compared = useEarlier(order, other?.revision);
  const error = shown.error ?? compared.error;
  const go = (to: number) => setIndex(Math.min(last, Math.max(0, to)));
  return (
    <Dialog
      title="Earlier versions"
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {onRestore && stop && index < last && (
            <Button kind="primary" onClick={() => onRestore(stop.revision)}>
              Restore this version
            </Button>
          )}
        </>
      }
    >
      <div className={styles.slider}>
        <Button onClick={() => go(index - 1)} disabled={index === 0}>
          Earlier
        </Button>
        <input
          type="range"
          className={styles.range}
          aria-label="Version"
          aria-valuetext={stop?.words}
          min={0}
          max={last}
          value={index}
          onChange={(event) => go(Number(event.target.value))}
        />
        <Button onClick={() => go(index + 1)} disabled={index === last}>
          Later
        </Button>
      </div>
      {stop && (
        <p className={styles.stop} role="status">
          <span>{stop.words}</span>, <RelativeTime instant={stop.time} />
          <span>{index === last && ' (current)'}</span>
        </p>
      )}
      <Field label="Compare with">
        {(control) => (
          <select
            {...control}
            value={against}
            onChange={({ target: { value } }) => setAgainst(value === 'before' ? value : Number(value))}
          >
            <option value="before">The previous version</option>
            {stops.map(({ revision, words }) => (
              <option key={revision} value={revision}>
                {`${revision}: ${words}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {error && <LoadError error={error} onRetry={() => void Promise.all([shown.refetch(), compared.refetch()])} />}
      {!error && !(shown.data && compared.data) && <Skeleton lines={8} />}
      {shown.data && compared.data && (
        <RevisionView
          order={order}
          channel={channel}
          state={shown.data}
          compared={compared.data}
          none={other === stop ? 'This is the earliest version.' : 'No differences in client, form or products.'}
        />
      )}
    </Dialog>
  );
}

/** Hook: the order at a revision. Versions are immutable, so they are cached forever. */
const useEarlier = (order: PopulatedOrder, revision = order.revision) =>
  useQuery({
    queryKey: ['orders', 'state', order.id, revision],
    queryFn: ({ signal }) => request<Order>({ path: `orders/${order.id}/versions/${revision}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
