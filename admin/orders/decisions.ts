import type { Order } from '#schemas/generated/types.ts';

export type Decision = 'approve' | 'sendBack' | 'cancel' | 'reopen';

export interface Deciding {
  status: Order['status'];
  /** May moderate this order. */
  isModerator: boolean;
  /** May update this order. */
  isUpdater: boolean;
  isAdmin: boolean;
}

/** Which decisions an order may wait for in each state, and of whom (design 6). The server decides; this only offers. */
const offered: Record<Order['status'], Partial<Record<Decision, (who: Deciding) => boolean>>> = {
  DRAFT: { cancel: ({ isUpdater }) => isUpdater },
  PENDING: {
    approve: ({ isModerator }) => isModerator,
    sendBack: ({ isModerator }) => isModerator,
    cancel: ({ isUpdater }) => isUpdater,
  },
  COMPLETE: { cancel: ({ isModerator }) => isModerator },
  CANCELED: { reopen: ({ isAdmin }) => isAdmin },
};

/** What the person may decide about the order now, the main thing first. */
export function decisionsFor(who: Deciding): Decision[] {
  const order: Decision[] = ['approve', 'sendBack', 'reopen', 'cancel'];
  return order.filter((decision) => offered[who.status][decision]?.(who) ?? false);
}
