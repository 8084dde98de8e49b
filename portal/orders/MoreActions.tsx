import type { ComponentProps } from 'react';
import { loadable } from '../forms/loadable.tsx';
import { CopyActions } from './copying/CopyActions.tsx';

const AskBypass = loadable(async () => (await import('./AskBypass.tsx')).AskBypass);

type Asking = ComponentProps<typeof AskBypass>;
type Copying = ComponentProps<typeof CopyActions>;

/** What can be done with an order beside its transitions: loaded after what can be typed in. */
export function MoreActions({
  hasTried,
  onMade,
  channel,
  settle,
  ...asking
}: Asking &
  Pick<Copying, 'order' | 'channel' | 'settle'> & { hasTried: boolean; onMade: Copying['onMade'] | undefined }) {
  const { order, isBusy, problems } = asking;
  return (
    <>
      {onMade && <CopyActions order={order} channel={channel} isBusy={isBusy} settle={settle} onMade={onMade} />}
      {hasTried && problems.length > 0 && order.status === 'DRAFT' && <AskBypass {...asking} />}
    </>
  );
}
