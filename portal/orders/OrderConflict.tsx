import { mayChangeData } from '#schemas/orders/order-fields.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { ShownOrder } from '../api/queries.ts';
import type { Editing } from '../editing/editing.ts';
import { RecordNews } from '../editing/RecordNews.tsx';
import { orderChoices } from './orderChoices.ts';
import type { OrderEditing } from './orderEditing.ts';

/** Tells of what somebody else saved meanwhile, under the form's labels. */
export function OrderConflict({
  editing: { draft, choose },
  now,
  rightsOf,
  isComparing,
  onCompare,
}: {
  editing: OrderEditing;
  now: Editing<ShownOrder>;
  rightsOf: (order: ShownOrder) => OrderRights;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
}) {
  return (
    <RecordNews
      thing="order"
      now={now}
      choicesIn={(theirs) => orderChoices(draft, theirs)}
      isLocked={now.theirs !== null && !mayChangeData(now.theirs, rightsOf(now.theirs))}
      isComparing={isComparing}
      onCompare={onCompare}
      onChoose={choose}
    />
  );
}
