import { type ComponentProps, useState } from 'react';
import type { NamedRecord, PopulatedOrder } from '../../api/queries.ts';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { Button } from '../../look/Button.tsx';
import { lazyDialog } from '../lazyParts.ts';
import { isOfForm } from '../problems/orderProblems.ts';
import { LazyDuplicateDialog } from './lazyDialogs.ts';

const LazyManyClientsDialog = lazyDialog(
  async () => (await import('../copying/ManyClientsDialog.tsx')).ManyClientsDialog,
);
const LazyRequestBypassButton = lazyComponent(
  async () => (await import('./RequestBypassButton.tsx')).RequestBypassButton,
);

type Asking = ComponentProps<typeof LazyRequestBypassButton>;
type Copying = ComponentProps<typeof CopyActions>;

/** The secondary actions of an order (copy, bypass request), loaded after the inputs. */
export function SecondaryActions({
  hasTried,
  isChanging,
  onCopied,
  channel,
  settle,
  ...asking
}: Asking &
  Pick<Copying, 'order' | 'channel' | 'settle'> & {
    hasTried: boolean;
    isChanging: boolean;
    onCopied: Copying['onCopied'] | undefined;
  }) {
  const { order, isBusy, problems } = asking;
  return (
    <>
      {onCopied && order.id !== '' && (
        <CopyActions order={order} channel={channel} isBusy={isBusy} settle={settle} onCopied={onCopied} />
      )}
      {hasTried && problems.some(isOfForm) && (order.status === 'DRAFT' || isChanging) && (
        <LazyRequestBypassButton {...asking} />
      )}
    </>
  );
}

/** The buttons that copy the saved order: once, or for each of many clients. */
function CopyActions({
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
