import type { Form } from '#schemas/forms/form.ts';
import { isChange } from '#schemas/orders/is-change.ts';
import type { ShownOrder } from '../api/queries.ts';
import { Banner } from '../look/Banner.tsx';
import { PendingChange } from './dialogs.ts';

/** Why the order is as it is, where somebody has to know: it was sent back, its change was refused, or a change of it waits. */
export function StateNotes({ order, form }: { order: ShownOrder; form: Form }) {
  const { sentBackReason, status } = order;
  if (isChange(order)) return <PendingChange order={order} form={form} />;
  if (!sentBackReason) return null;
  const title =
    status === 'COMPLETE'
      ? 'The change was refused: the order is as it was.'
      : 'This order was sent back to be corrected.';
  return (
    <Banner status="warn" title={title}>
      {sentBackReason}
    </Banner>
  );
}
