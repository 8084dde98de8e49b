import { undoApproval } from '#schemas/orders/bypass.ts';
import { isPendingChange } from '#schemas/orders/order-stage.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { openWaivers } from '#schemas/orders/waivers.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import type { FormChangeMarks } from '../../forms/marks/marks.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Banner } from '../../look/Banner.tsx';
import { PartLoadError } from '../../look/LoadError.tsx';
import type { Decision } from '../editing/savedOrder.ts';

const BypassRequest = lazyComponent(async () => (await import('./BypassDecision.tsx')).BypassDecision, {
  errorFallback: PartLoadError,
});
const ApprovalUndo = lazyComponent(async () => (await import('./ApprovalUndo.tsx')).ApprovalUndo, {
  errorFallback: PartLoadError,
});
const PendingChange = lazyComponent(async () => (await import('./PendingChange.tsx')).PendingChange, {
  errorFallback: PartLoadError,
});

/**
 * The banner that explains the order's state: an approval that can be undone, an open bypass request, a rejection, or a
 * pending change.
 */
export function OrderStateBanner({
  order,
  store,
  rights,
  isBusy,
  onDecide,
  onMarks,
}: {
  order: PopulatedOrder;
  store: FormStore;
  rights: OrderRights;
  isBusy: boolean;
  /** `made` is the transition that the decision results in, if it is another one. */
  onDecide: (transition: Transition, action: Decision, made?: Transition) => void;
  /** Sets the diff marks in the form. */
  onMarks: (marks: FormChangeMarks | null) => void;
}) {
  const { sentBackReason, status, approval } = order;
  if (approval && rights.isApprover && status === 'COMPLETE')
    return <ApprovalUndo approval={approval} isBusy={isBusy} onUndo={() => onDecide(undoApproval, {})} />;
  if (openWaivers(order).length > 0)
    return <BypassRequest key={order.revision} {...{ order, rights, store, isBusy, onDecide }} />;
  if (isPendingChange(order)) return <PendingChange order={order} form={store.form} onMarks={onMarks} />;
  if (!sentBackReason) return null;
  const title =
    status === 'COMPLETE'
      ? 'The change was rejected. The order is unchanged.'
      : 'This order was sent back for corrections.';
  return (
    <Banner status="warn" title={title}>
      {sentBackReason}
    </Banner>
  );
}
