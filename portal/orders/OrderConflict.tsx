import { useQuery } from '@tanstack/react-query';
import type { OrderVersion } from '#schemas/generated/types.ts';
import { mayChangeData } from '#schemas/orders/order-fields.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { newsInWords } from '#schemas/orders/version-words.ts';
import type { ShownOrder } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Editing } from '../editing/editing.ts';
import { RecordNews } from '../editing/RecordNews.tsx';
import { orderChoices } from './orderChoices.ts';
import type { OrderEditing } from './orderEditing.ts';

/** Versions that are looked through for what somebody else did last. */
const newest = 10;

/** Tells who did what with the order meanwhile, under the form's labels. */
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
  /** The signed-in person. */
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
      words={newsInWords(versions.data?.results ?? [], userId, now.isOwnNews)}
      choicesIn={(theirs) => orderChoices(draft, theirs)}
      isLocked={now.theirs !== null && !mayChangeData(now.theirs, rightsOf(now.theirs))}
      isComparing={isComparing}
      onCompare={onCompare}
      onChoose={choose}
    />
  );
}
