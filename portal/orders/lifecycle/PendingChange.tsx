import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Form } from '#schemas/forms/form.ts';
import type { OrderVersion } from '#schemas/generated/types.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { createChangeMarks } from '../../forms/marks/createChangeMarks.tsx';
import type { FormChangeMarks } from '../../forms/marks/marks.ts';
import { Banner } from '../../look/Banner.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { DiffTable, waitingChange } from '../history/DiffTable.tsx';
import styles from './PendingChange.module.css';

/** How many versions are searched for the one that started the change; moderators rarely correct it this often. */
const newest = 50;

/**
 * A change request of a COMPLETE order that waits for approval: its reason and its diff, which is also marked in the
 * form (design 6).
 */
export function PendingChange({
  order,
  form,
  onMarks,
}: {
  order: PopulatedOrder;
  form: Form;
  /** Sets the diff marks in the form while this is shown. */
  onMarks: (marks: FormChangeMarks | null) => void;
}) {
  const versions = useQuery({
    queryKey: ['orders', 'change', order.id, order.revision],
    queryFn: ({ signal }) =>
      request<{ results: OrderVersion[] }>({
        path: `orders/${order.id}/versions`,
        query: { limit: newest },
        signal,
      }),
  });
  const { data } = versions;
  const change = useMemo(() => data && waitingChange(order, data.results), [data, order]);
  useEffect(() => {
    if (!change) return undefined;
    onMarks(createChangeMarks(form, { was: change.was.formData, now: change.now.formData }, 'now'));
    return () => onMarks(null);
  }, [change, form, onMarks]);
  return (
    <Banner status="info" title="A change to a complete order is waiting for approval.">
      {order.changeNotes && <blockquote className={styles.notes}>{`“${order.changeNotes}”`}</blockquote>}
      {versions.isPending && <Skeleton lines={2} />}
      {versions.error && <LoadError error={versions.error} onRetry={() => void versions.refetch()} />}
      {change && (
        <DiffTable
          order={order}
          form={form}
          change={change}
          label="Changes"
          none="It doesn't differ from the complete order."
        />
      )}
      {change === null && <p>See the history for what it changed.</p>}
    </Banner>
  );
}
