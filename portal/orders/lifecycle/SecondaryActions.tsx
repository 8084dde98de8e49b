import type { ComponentProps } from 'react';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { CopyActions } from '../copying/CopyActions.tsx';
import { isOfForm } from '../problems/orderProblems.ts';

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
      {onCopied && <CopyActions order={order} channel={channel} isBusy={isBusy} settle={settle} onCopied={onCopied} />}
      {hasTried && problems.some(isOfForm) && (order.status === 'DRAFT' || isChanging) && (
        <LazyRequestBypassButton {...asking} />
      )}
    </>
  );
}
