import type { Order } from '#schemas/generated/types.ts';
import { ApiError, invalidRequest } from '../errors/catalogue.ts';

export type Status = Order['status'];

/** Who may make a transition; each is decided on the record (design 6). */
type Who = 'updater' | 'moderator' | 'owner or moderator' | 'admin';

interface Transition {
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
const transitions: Record<Status, Partial<Record<Status, Transition>>> = {
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

/** The transition between two states. Throws REQUEST_DENIED naming both when there is none. */
export function transitionOf(from: Status, to: Status): Transition {
  const found = transitions[from][to];
  if (found) return found;
  throw new ApiError('REQUEST_DENIED', {
    reason: `An order can not go from ${from} to ${to}`,
    details: { from, to, allowed: Object.keys(transitions[from]) },
  });
}

interface Needs {
  order: Order;
  body: { reason?: string; changeNotes?: string; cancelationReason?: Order['cancelationReason'] };
  isOwner: boolean;
}

/** Throws REQUEST_SCHEMA_INVALID when the save lacks what the transition asks for. */
export function assertNeeds({ needs }: Transition, { order, body, isOwner }: Needs): void {
  const checks = {
    cancelationReason: () => body.cancelationReason ?? order.cancelationReason,
    changeNotes: () => body.changeNotes?.trim(),
    'moderator reason': () => isOwner || body.reason?.trim(),
  } satisfies Record<NonNullable<Transition['needs']>, () => unknown>;
  if (!needs || checks[needs]()) return;
  const field = needs === 'moderator reason' ? 'reason' : needs;
  throw invalidRequest('body', [{ path: `/${field}`, message: `Missing required field: ${labels[field]}` }]);
}

const labels = { reason: 'Reason', changeNotes: 'Change notes', cancelationReason: 'Cancelation reason' };
