import { useState } from 'react';
import type { ShownOrder } from '../api/queries.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import type { OrderEditing } from './orderEditing.ts';
import { UpgradeDialog } from './UpgradeDialog.tsx';

/**
 * Offers a draft on an older version of its form what is published now, or the form that its channel orders on now: calmly, and
 * not again on this visit once it was declined (design 6 and 7).
 */
export function UpgradeOffer({
  order,
  editing,
  onSavedOrder,
  onUpgraded,
}: {
  order: ShownOrder;
  editing: OrderEditing;
  /** Does something to the order as it is saved; answers whether it was done. */
  onSavedOrder: (work: () => Promise<boolean>) => Promise<boolean>;
  /** The order is on the new version: it is to be read anew. */
  onUpgraded: () => Promise<void>;
}) {
  const [isDeclined, setDeclined] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const toast = useToast();
  if (isDeclined) return null;
  const open = async () => {
    setSaving(true);
    // What the list tells is true of what is saved.
    const isSaved = await onSavedOrder(async () => !editing.now().isDirty || (await editing.save()));
    setSaving(false);
    setOpen(isSaved);
  };
  return (
    <>
      <Banner
        status="info"
        title={
          order.channelForm
            ? 'The channel orders on another form since this draft was begun.'
            : 'This form has changed since this draft was begun.'
        }
        actions={
          <>
            <Button isBusy={isSaving} onClick={() => void open()}>
              See what changes
            </Button>
            <Button kind="quiet" onClick={() => setDeclined(true)}>
              Not now
            </Button>
          </>
        }
      >
        The draft stays on the form as it was, unless you take the new one.
      </Banner>
      {isOpen && (
        <UpgradeDialog
          order={order}
          onClose={() => setOpen(false)}
          onUpgraded={async () => {
            await onUpgraded();
            toast('This order is on the new form. How it was is in its history.');
          }}
        />
      )}
    </>
  );
}
