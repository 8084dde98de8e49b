import type { Order } from '#schemas/generated/types.ts';
import { undoApproval } from '#schemas/orders/bypass.ts';
import { useEverySecond } from '../../forms/useEverySecond.ts';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';

/** Returns the whole seconds until an approval can no longer be undone; 0 afterwards. */
export const secondsToUndo = ({ undoableUntil }: NonNullable<Order['approval']>, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(undoableUntil) - now) / 1_000));

/** The undo button for the person who approved the order, as long as its mails are not sent (design 6, 'Approval'). */
export function ApprovalUndo({
  approval,
  isBusy,
  onUndo,
}: {
  approval: NonNullable<Order['approval']>;
  isBusy: boolean;
  onUndo: () => void;
}) {
  const seconds = Number(useEverySecond(() => String(secondsToUndo(approval))));
  if (seconds === 0) return null;
  return (
    <Banner
      status="success"
      title="You approved this order."
      isSticky
      actions={
        <Button isBusy={isBusy} onClick={onUndo}>
          {undoApproval.words.label}
        </Button>
      }
    >
      {/* The countdown is not a live region, so screen readers do not announce every second. */}
      <span aria-live="off">{`Its messages are sent in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`}</span>
    </Banner>
  );
}
