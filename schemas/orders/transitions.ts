import type { Order } from '../generated/types.ts';

export type Status = Order['status'];

/** What somebody is to an order (design 4); both UIs and the API ask the same questions about it. */
export interface OrderRights {
  canUpdate: boolean;
  canModerate: boolean;
  canDelete: boolean;
  isOwner: boolean;
  isAdmin: boolean;
}

/** Who may make a transition. */
type Who = 'updater' | 'moderator' | 'owner or moderator' | 'admin';

export interface Transition {
  who: Who;
  /** Whether problems refuse it. */
  isChecked: boolean;
  /** What the save must say along with it. */
  needs?: 'cancelationReason' | 'changeNotes' | 'moderator reason';
  /** What it sets beside the status; `now` in ISO. */
  sets(order: Order, now: string): Partial<Order>;
}

const cancel = (_: Order, now: string): Partial<Order> => ({ cancelationDate: now });
const nothing = (): Partial<Order> => ({});

/** The allowed transitions (design 6); whatever is not here is refused. */
export const transitions: Record<Status, Partial<Record<Status, Transition>>> = {
  DRAFT: {
    PENDING: {
      who: 'updater',
      isChecked: true,
      sets: ({ submissionDate }, now) => ({ submissionDate: submissionDate ?? now }),
    },
    CANCELED: { who: 'updater', isChecked: false, needs: 'cancelationReason', sets: cancel },
  },
  PENDING: {
    COMPLETE: { who: 'moderator', isChecked: true, sets: nothing },
    DRAFT: { who: 'owner or moderator', isChecked: false, needs: 'moderator reason', sets: nothing },
    CANCELED: { who: 'updater', isChecked: false, needs: 'cancelationReason', sets: cancel },
  },
  COMPLETE: {
    PENDING: { who: 'updater', isChecked: true, needs: 'changeNotes', sets: (_, now) => ({ changeDate: now }) },
    CANCELED: { who: 'moderator', isChecked: false, needs: 'cancelationReason', sets: cancel },
  },
  CANCELED: {
    DRAFT: {
      who: 'admin',
      isChecked: false,
      sets: () => ({ cancelationReason: null, cancelationDate: null, cancelationNotes: '' }),
    },
  },
};

const allowed = {
  updater: ({ canUpdate }) => canUpdate,
  moderator: ({ canModerate }) => canModerate,
  'owner or moderator': ({ canModerate, isOwner }) => canModerate || isOwner,
  admin: ({ isAdmin }) => isAdmin,
} satisfies Record<Who, (rights: OrderRights) => boolean>;

/** Whether somebody with these rights may take an order from one state to another. */
export function mayGo(from: Status, to: Status, rights: OrderRights): boolean {
  const transition = transitions[from][to];
  return transition !== undefined && allowed[transition.who](rights);
}

/** Whether form data, client and lines can be changed: in DRAFT by whoever may update, in PENDING by moderators (design 6). */
export function mayChangeData({ status }: Pick<Order, 'status'>, { canUpdate, canModerate }: OrderRights): boolean {
  return (status === 'DRAFT' && canUpdate) || (status === 'PENDING' && canModerate);
}

/** Only a DRAFT that was never submitted can be deleted (design 6). */
export function isDeletable({ status, submissionDate }: Pick<Order, 'status' | 'submissionDate'>): boolean {
  return status === 'DRAFT' && submissionDate === null;
}
