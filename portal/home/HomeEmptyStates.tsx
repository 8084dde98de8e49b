import { Link } from 'react-router-dom';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { buttonClass } from '../look/Button.tsx';
import { EmptyState } from '../look/EmptyState.tsx';

/** The empty state for people who belong to no organization yet. */
export function NothingOpen() {
  return (
    <EmptyState
      title="You don't have access to anything yet"
      action={
        <Link className={buttonClass('primary')} to="/settings">
          View your invitations
        </Link>
      }
    >
      Your agency can add you to an organization or invite you. Invitations are in Settings. After you accept one, the
      organization's channels, clients and orders appear here.
    </EmptyState>
  );
}

/** The empty state of the recent orders: how an order is approved, for newcomers. `next` is the button to begin. */
export function NoRecentOrders({ next }: { next: ElementSlot }) {
  return (
    <EmptyState title="No orders yet" action={next}>
      Choose a channel and start an order for a client. It's saved as a draft as you type. After you send it, a
      moderator approves it or sends it back with a reason, which you'll see here and by e-mail.
    </EmptyState>
  );
}
