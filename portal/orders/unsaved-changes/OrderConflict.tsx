import { useQuery } from '@tanstack/react-query';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { mayChangeData } from '#schemas/orders/order-fields.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { latestChangeInWords } from '#schemas/orders/version-words.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { EditState } from '../../editing/editState.ts';
import { RemoteChangeBanner } from '../../editing/RemoteChangeBanner.tsx';
import type { OrderStore } from '../editing/orderStore.ts';
import { orderMergeChoices } from './mergeChoices.ts';

/** How many versions are searched for changes by other people. */
const newest = 10;

/**
 * The conflict banner: says who changed the order meanwhile and what, under the form's labels, and opens the merge
 * dialog.
 */
export function OrderConflict({
  editing: { draft, resolveConflict },
  now,
  rightsOf,
  userId,
  isComparing,
  onCompare,
}: {
  editing: OrderStore;
  now: EditState<PopulatedOrder>;
  rightsOf: (order: PopulatedOrder) => OrderRights;
  /** The id of the signed-in person. */
  userId: string;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
}) {
  const { id, revision } = now.remote ?? now.saved;
  const versions = useQuery({
    queryKey: ['orders', 'news', id, revision],
    queryFn: ({ signal }) =>
      request<{ results: OrderVersion[] }>({ path: `orders/${id}/versions`, query: { limit: newest }, signal }),
    enabled: now.state !== 'gone',
  });
  return (
    <RemoteChangeBanner
      thing="order"
      now={now}
      words={latestChangeInWords(versions.data?.results ?? [], userId, now.isOwnRemoteChange)}
      choicesIn={(theirs) => orderMergeChoices(draft, theirs)}
      isLocked={now.remote !== null && !mayChangeData(now.remote, rightsOf(now.remote))}
      isComparing={isComparing}
      onCompare={onCompare}
      onChoose={resolveConflict}
    />
  );
}
