import { useQuery } from '@tanstack/react-query';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { mayChangeData } from '#schemas/orders/order-fields.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { latestChangeInWords } from '#schemas/orders/version-words.ts';
import type { ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Editing } from '../editing/editing.ts';
import { RecordNews } from '../editing/RecordNews.tsx';
import { orderChoices } from './orderChoices.ts';
import type { OrderEditing } from './orderEditing.ts';

/** How many versions are searched for changes by other people. */
const newest = 10;

/**
 * The conflict banner: says who changed the order meanwhile and what, under the form's labels, and opens the merge
 * dialog.
 */
export function OrderConflict({
  editing: { draft, choose },
  now,
  rightsOf,
  userId,
  isComparing,
  onCompare,
}: {
  editing: OrderEditing;
  now: Editing<ShownOrder>;
  rightsOf: (order: ShownOrder) => OrderRights;
  /** The id of the signed-in person. */
  userId: string;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
}) {
  const { id, revision } = now.theirs ?? now.saved;
  const versions = useQuery({
    queryKey: ['orders', 'news', id, revision],
    queryFn: ({ signal }) =>
      request<{ results: OrderVersion[] }>({ path: `orders/${id}/versions`, query: { limit: newest }, signal }),
    enabled: now.state !== 'gone',
  });
  return (
    <RecordNews
      thing="order"
      now={now}
      words={latestChangeInWords(versions.data?.results ?? [], userId, now.isOwnNews)}
      choicesIn={(theirs) => orderChoices(draft, theirs)}
      isLocked={now.theirs !== null && !mayChangeData(now.theirs, rightsOf(now.theirs))}
      isComparing={isComparing}
      onCompare={onCompare}
      onChoose={choose}
    />
  );
}
