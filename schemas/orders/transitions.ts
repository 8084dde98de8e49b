import type { Order } from '../generated/types.ts';
import { cancelationReasons } from './cancelation-reasons.ts';

export type Status = Order['status'];

/** What somebody is to an order (design 4); both UIs and the API ask the same questions about it. */
export interface OrderRights {
  canUpdate: boolean;
  canModerate: boolean;
  canDelete: boolean;
  isOwner: boolean;
  isAdmin: boolean;
}

export type Action = 'submit' | 'approve' | 'takeBack' | 'sendBack' | 'change' | 'cancel' | 'reopen' | 'delete';

type Permission = 'updater' | 'moderator' | 'owner' | 'admin' | 'deleter';

/** What a transition asks of whoever makes it: a field of the save that goes with it. */
export interface Need {
  field: 'reason' | 'changeNotes' | 'cancelationReason' | 'cancelationNotes';
  label: string;
  isRequired: boolean;
  maxLength?: number;
  hint?: string;
  /** The values to choose from, each with its words; else it is a text. */
  choices?: Readonly<Record<string, string>>;
}

/**
 * What a transition does beside setting fields (`api/orders/`). omitHidden: what scripts hide is left out of the form data (design 7). undoChange: an order that waits with a change
 * returns to COMPLETE as it was before.
 */
export type Effect = 'omitHidden' | 'undoChange';

/** What must hold of the order itself, and what is said where it does not. */
interface Guard {
  holds(order: Pick<Order, 'submissionDate'>): boolean;
  refusal: string;
}

export interface TransitionWords {
  /** On its button. */
  label: string;
  /** Once it is made: 'Approved'. */
  done: string;
  /** In the history, after who made it: 'approved the order'. */
  past: string;
  /** What is asked before; none: it is made at once. */
  question?: { title: string; text?: string; yes: string; no: string };
}

/** One way of an order from state to state: all that the API, both UIs and the history know of it. */
export interface Transition {
  action: Action;
  from: readonly Status[];
  /** Null: the order is there no more. */
  to: Status | null;
  /** Who may make it. */
  permission: Permission;
  guard?: Guard;
  /** Whether what is wrong with form, client or lines refuses it. */
  isChecked: boolean;
  /** Whether it is made by saving changed data, which nothing else may do in its state; no button makes it then. */
  bringsData?: boolean;
  needs: readonly Need[];
  /** The fields that it sets beside the status; `now` in ISO. */
  sets?(order: Order, now: string): Partial<Order>;
  effects: readonly Effect[];
  words: TransitionWords;
}

const cancel = {
  action: 'cancel',
  to: 'CANCELED',
  isChecked: false,
  needs: [
    { field: 'cancelationReason', label: 'Cancelation reason', isRequired: true, choices: cancelationReasons },
    { field: 'cancelationNotes', label: 'Cancelation notes', isRequired: false, maxLength: 5_000 },
  ],
  sets: (_, now) => ({ cancelationDate: now }),
  effects: [],
  words: {
    label: 'Cancel order',
    done: 'Canceled',
    past: 'canceled the order',
    question: { title: 'Cancel this order?', yes: 'Cancel the order', no: 'Keep it' },
  },
} as const satisfies Partial<Transition>;

/**
 * The state machine of orders (design 6), for each state the likeliest first: whatever is not here is refused. Of two between
 * the same states the first that somebody may make is theirs.
 */
export const transitions: readonly Transition[] = [
  {
    action: 'submit',
    from: ['DRAFT'],
    to: 'PENDING',
    permission: 'updater',
    isChecked: true,
    needs: [],
    sets: ({ submissionDate }, now) => ({ submissionDate: submissionDate ?? now }),
    effects: ['omitHidden'],
    words: { label: 'Send for approval', done: 'Sent for approval', past: 'sent the order for approval' },
  },
  {
    action: 'approve',
    from: ['PENDING'],
    to: 'COMPLETE',
    permission: 'moderator',
    isChecked: true,
    needs: [],
    effects: ['omitHidden'],
    words: { label: 'Approve', done: 'Approved', past: 'approved the order' },
  },
  {
    action: 'takeBack',
    from: ['PENDING'],
    to: 'DRAFT',
    permission: 'owner',
    isChecked: false,
    needs: [],
    effects: ['undoChange'],
    words: { label: 'Take back', done: 'Taken back', past: 'took the order back' },
  },
  {
    action: 'sendBack',
    from: ['PENDING'],
    to: 'DRAFT',
    permission: 'moderator',
    isChecked: false,
    needs: [
      {
        field: 'reason',
        label: 'Reason',
        isRequired: true,
        maxLength: 2_000,
        hint: 'What has to change before it can be approved?',
      },
    ],
    effects: ['undoChange'],
    words: {
      label: 'Send back',
      done: 'Sent back',
      past: 'sent the order back',
      question: { title: 'Send this order back?', yes: 'Send back', no: 'Leave it pending' },
    },
  },
  {
    action: 'change',
    from: ['COMPLETE'],
    to: 'PENDING',
    permission: 'updater',
    isChecked: true,
    bringsData: true,
    needs: [{ field: 'changeNotes', label: 'Change notes', isRequired: true, maxLength: 5_000 }],
    sets: (_, now) => ({ changeDate: now }),
    effects: ['omitHidden'],
    words: { label: 'Send the change for approval', done: 'Change sent for approval', past: 'asked for a change' },
  },
  { ...cancel, from: ['DRAFT', 'PENDING'], permission: 'updater' },
  { ...cancel, from: ['COMPLETE'], permission: 'moderator' },
  {
    action: 'reopen',
    from: ['CANCELED'],
    to: 'DRAFT',
    permission: 'admin',
    isChecked: false,
    needs: [],
    sets: () => ({ cancelationReason: null, cancelationDate: null, cancelationNotes: '' }),
    effects: [],
    words: {
      label: 'Reopen as a draft',
      done: 'Reopened: it is a draft again',
      past: 'reopened the order',
    },
  },
  {
    action: 'delete',
    from: ['DRAFT'],
    to: null,
    permission: 'deleter',
    guard: {
      holds: ({ submissionDate }) => submissionDate === null,
      refusal: 'An order that was submitted once can not be deleted',
    },
    isChecked: false,
    needs: [],
    effects: [],
    words: {
      label: 'Delete draft',
      done: 'Deleted',
      past: 'deleted the draft',
      question: {
        title: 'Delete this draft?',
        text: 'It was never sent. Once deleted it cannot be brought back.',
        yes: 'Delete the draft',
        no: 'Keep it',
      },
    },
  },
];

const permitted = {
  updater: ({ canUpdate }) => canUpdate,
  moderator: ({ canModerate }) => canModerate,
  owner: ({ isOwner }) => isOwner,
  admin: ({ isAdmin }) => isAdmin,
  deleter: ({ canDelete }) => canDelete,
} satisfies Record<Permission, (rights: OrderRights) => boolean>;

/** Whether somebody with these rights may make a transition, whatever the order's state. */
export const isPermitted = ({ permission }: Transition, rights: OrderRights): boolean => permitted[permission](rights);

/** The ways that lead from a state, to another one where that is named. */
export function transitionsFrom(from: Status, to?: Status | null): Transition[] {
  return transitions.filter((each) => each.from.includes(from) && (to === undefined || each.to === to));
}

/** What somebody with these rights can do with the order as a whole now, the likeliest first: the buttons of both UIs. */
export function actionsOn(order: Pick<Order, 'status' | 'submissionDate'>, rights: OrderRights): Transition[] {
  const allowed = transitionsFrom(order.status).filter(
    (each) => isPermitted(each, rights) && !each.bringsData && (each.guard?.holds(order) ?? true),
  );
  return allowed.filter(({ to }, index) => allowed.findIndex((each) => each.to === to) === index);
}

/** What made a version of an order, in words: 'approved the order'; nothing for a save that left the status as it was. */
export function wordsOfVersion({ action }: { action?: unknown }): string | undefined {
  return transitions.find((each) => each.action === action)?.words.past;
}

/** Whether form data, client and lines can be changed: in DRAFT by whoever may update, in PENDING by moderators (design 6). */
export function mayChangeData({ status }: Pick<Order, 'status'>, { canUpdate, canModerate }: OrderRights): boolean {
  return (status === 'DRAFT' && canUpdate) || (status === 'PENDING' && canModerate);
}
