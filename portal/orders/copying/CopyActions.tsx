import { useState } from 'react';
import type { Named, ShownOrder } from '../../api/queries.ts';
import { Button } from '../../look/Button.tsx';
import { DuplicateDialog, ManyClientsDialog } from '../dialogs.ts';

/** Makes new orders of this one, as it is saved: another, or one for each of many clients. */
export function CopyActions({
  order,
  channel,
  isBusy,
  settle,
  onMade,
}: {
  order: ShownOrder;
  channel: Named;
  isBusy: boolean;
  /** Saves what is unsaved; answers whether all is saved. */
  settle: () => Promise<boolean>;
  /** Leads to what is made, by its place in the channel. */
  onMade: (place: string, channelId: string) => void;
}) {
  const [asking, setAsking] = useState<'one' | 'many'>();
  const ask = async (what: 'one' | 'many') => {
    if (await settle()) setAsking(what);
  };
  const close = () => setAsking(undefined);
  return (
    <>
      <Button kind="quiet" isBusy={isBusy} onClick={() => void ask('one')}>
        Duplicate
      </Button>
      {order.status === 'DRAFT' && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => void ask('many')}>
          Order for many clients
        </Button>
      )}
      {asking === 'one' && (
        <DuplicateDialog
          order={order}
          onCopied={({ id, channelId }) => onMade(`orders/${id}`, channelId)}
          onClose={close}
        />
      )}
      {asking === 'many' && (
        <ManyClientsDialog
          order={order}
          channel={channel}
          onBatch={({ id, channelId }) => onMade(`orders?batch=${id}`, channelId)}
          onClose={close}
        />
      )}
    </>
  );
}
