import { useState } from 'react';
import type { NamedRecord, PopulatedOrder } from '../../api/queries.ts';
import { Button } from '../../look/Button.tsx';
import { LazyDuplicateDialog, LazyManyClientsDialog } from '../lazyParts.ts';

/** The buttons that copy the saved order: once, or for each of many clients. */
export function CopyActions({
  order,
  channel,
  isBusy,
  settle,
  onCopied,
}: {
  order: PopulatedOrder;
  channel: NamedRecord;
  isBusy: boolean;
  /** Saves unsaved changes. Resolves to whether everything is saved. */
  settle: () => Promise<boolean>;
  /** Navigates to the result, by its path within the channel. */
  onCopied: (place: string, channelId: string) => void;
}) {
  const [asking, setAsking] = useState<'one' | 'many'>();
  const openDialog = async (variant: 'one' | 'many') => {
    if (await settle()) setAsking(variant);
  };
  const close = () => setAsking(undefined);
  return (
    <>
      <Button kind="quiet" isBusy={isBusy} onClick={() => void openDialog('one')}>
        Duplicate
      </Button>
      {order.status === 'DRAFT' && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => void openDialog('many')}>
          Order for many clients
        </Button>
      )}
      {asking === 'one' && (
        <LazyDuplicateDialog
          order={order}
          onCopied={({ id, channelId }) => onCopied(`orders/${id}`, channelId)}
          onClose={close}
        />
      )}
      {asking === 'many' && (
        <LazyManyClientsDialog
          order={order}
          channel={channel}
          onBatch={({ id, channelId }) => onCopied(`orders?batch=${id}`, channelId)}
          onClose={close}
        />
      )}
    </>
  );
}
