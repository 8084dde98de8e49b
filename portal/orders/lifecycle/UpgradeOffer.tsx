import { useState } from 'react';
import type { PopulatedOrder } from '../../api/queries.ts';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { useToast } from '../../look/Toasts.tsx';
import type { OrderStore } from '../editing/orderStore.ts';
import { UpgradeDialog } from './UpgradeDialog.tsx';

/**
 * Offers to migrate a draft from an outdated form version to the published one, or to the form that its channel uses
 * now. Once declined, it does not appear again on this visit (design 6 and 7).
 */
export function UpgradeOffer({
  order,
  editing,
  onSavedOrder,
  onUpgraded,
}: {
  order: PopulatedOrder;
  editing: OrderStore;
  /** Runs an action that works on the saved order. Resolves to whether it succeeded. */
  onSavedOrder: (work: () => Promise<boolean>) => Promise<boolean>;
  /** The order uses the new version and has to be reloaded. */
  onUpgraded: () => Promise<void>;
}) {
  const [isDeclined, setDeclined] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const toast = useToast();
  if (isDeclined) return null;
  const open = async () => {
    setSaving(true);
    // The preview is computed from the saved order.
    const isSaved = await onSavedOrder(async () => !editing.state().isDirty || (await editing.save()));
    setSaving(false);
    setOpen(isSaved);
  };
  return (
    <>
      <Banner
        status="info"
        title={
          order.channelForm
            ? 'The channel has switched to another form since this draft was started.'
            : 'This form has changed since this draft was started.'
        }
        actions={
          <>
            <Button isBusy={isSaving} onClick={() => void open()}>
              Review changes
            </Button>
            <Button kind="quiet" onClick={() => setDeclined(true)}>
              Not now
            </Button>
          </>
        }
      >
        The draft keeps its current form unless you switch to the new one.
      </Banner>
      {isOpen && (
        <UpgradeDialog
          order={order}
          onClose={() => setOpen(false)}
          onUpgraded={async () => {
            await onUpgraded();
            toast('This order now uses the new form. The previous version is in its history.');
          }}
        />
      )}
    </>
  );
}
