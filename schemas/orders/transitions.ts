import type { Order, OrderAction } from '../generated/types.ts';
import type { Notice } from '../mail/notices.ts';
import { cancelationReasons } from './cancelation-reasons.ts';
import { isChange } from './is-change.ts';
import { type OrderStage, stageOf } from './order-stage.ts';
import { allows, type OrderRights, type Permission } from './rights.ts';
import { submitted } from './submitted.ts';
import { openWaivers } from './waivers.ts';
import type { WebhookEvent } from './webhook-events.ts';

export type Status = Order['status'];

export type Action =
  | 'submit'
  | 'approve'
  | 'takeBack'
  | 'sendBack'
  | 'change'
  | 'cancel'
  | 'reopen'
  | 'delete'
  | 'askBypass'
  | 'approveBypass'
  | 'rejectBypass'
  | 'askChangeBypass'
  | 'undoApproval';

/** What a transition asks of whoever makes it: a field of the save or action that makes it. */
export interface Need {
  field: 'reason' | 'notes' | 'changeNotes' | 'cancelationReason' | 'cancelationNotes';
  label: string;
  isRequired: boolean;
  maxLength?: number;
  hint?: string;
  /** The values to choose from, each with its words; else it is a text. */
  choices?: Readonly<Record<string, string>>;
}

/**
 * What a transition does beside setting fields (`api/orders/`), all in the transaction that stores it. omitHidden: what scripts
 * hide is left out of the form data (design 7). undoChange: an order that waits with a change returns to COMPLETE as it was
 * before. onboard: queues the channel's onboarding e-mail, once per order. audit: the audit log tells it. askWaivers: what
 * refuses the order is asked to be waived. grantWaivers: what was asked for is waived, or the named part of it.
 * dropRequest: what was asked for and not granted is forgotten. dropWaivers: what was granted, too. tell:…: queues that notice
 * for whom it concerns, never for who did it. hook:…: queues that event for the webhooks that ask for it.
 */
export type Effect =
  | 'omitHidden'
  | 'undoChange'
  | 'undoApproval'
  | 'holdMessages'
  | 'onboard'
  | 'audit'
  | 'askWaivers'
  | 'grantWaivers'
  | 'dropRequest'
  | 'dropWaivers'
  | `tell:${Notice}`
  | `hook:${WebhookEvent}`;

/** What must hold of the order itself, and what is said where it does not. */
interface Guard {
  holds(order: Pick<Order, 'submissionDate' | 'status' | 'waivers'>): boolean;
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
  /** The order action that makes it (spec 4); where none is named it is made by saving with the new status. */
  kind?: Exclude<OrderAction['kind'], 'NOTE'>;
  from: readonly OrderStage[];
  /** Null: the order is there no more. */
  to: Status | null;
  /** Who may make it. */
  permission: Permission;
  guard?: Guard;
  /** Whether what is wrong with form, client or lines refuses it. */
  isChecked: boolean;
  /** Whether it is made by saving changed data, which nothing else may do in its state: one says so first, then types, then sends. */
  bringsData?: boolean;
  needs: readonly Need[];
  /** The fields that it sets beside the status. */
  sets?(order: Order, how: { /** ISO. */ now: string; reason: string | undefined }): Partial<Order>;
  effects: readonly Effect[];
  words: TransitionWords;
  /** What is different in the words where a change of a COMPLETE order waits. */
  ofChange?: Partial<TransitionWords>;
}

const cancel = {
  action: 'cancel',
  to: 'CANCELED',
  isChecked: false,
  needs: [
    { field: 'cancelationReason', label: 'Cancelation reason', isRequired: true, choices: cancelationReasons },
    { field: 'cancelationNotes', label: 'Cancelation notes', isRequired: false, maxLength: 5_000 },
  ],
  sets: (_, { now }) => ({ cancelationDate: now }),
  effects: [],
  words: {
    label: 'Cancel order',
    done: 'Canceled',
    past: 'canceled the order',
    question: { title: 'Cancel this order?', yes: 'Cancel the order', no: 'Keep it' },
  },
} as const satisfies Partial<Transition>;

/** What a change of a COMPLETE order asks for and sets, with a bypass or without. */
export const changeNeed = {
  field: 'changeNotes',
  label: 'Change notes',
  isRequired: true,
  maxLength: 5_000,
} as const satisfies Need;

export const changed = ((_, { now }) => ({ changeDate: now, sentBackReason: null })) satisfies Transition['sets'];

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
    sets: submitted,
    effects: ['omitHidden', 'tell:submitted', 'hook:submitted'],
    words: { label: 'Send for approval', done: 'Sent for approval', past: 'sent the order for approval' },
  },
  {
    action: 'approve',
    from: ['PENDING', 'PENDING_CHANGE'],
    to: 'COMPLETE',
    permission: 'moderator',
    isChecked: true,
    needs: [],
    effects: ['omitHidden', 'holdMessages', 'onboard', 'audit', 'tell:approved', 'hook:approved'],
    words: { label: 'Approve', done: 'Approved', past: 'approved the order' },
    ofChange: { label: 'Approve the change', done: 'Change approved' },
  },
  {
    action: 'takeBack',
    from: ['PENDING', 'PENDING_CHANGE'],
    to: 'DRAFT',
    permission: 'owner',
    isChecked: false,
    needs: [],
    effects: ['undoChange', 'dropRequest', 'hook:returned'],
    words: { label: 'Take back', done: 'Taken back', past: 'took the order back' },
    ofChange: {
      label: 'Take the change back',
      done: 'Change taken back: the order is as it was',
      past: 'took the change back',
    },
  },
  {
    action: 'sendBack',
    from: ['PENDING', 'PENDING_CHANGE'],
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
    sets: (_, { reason }) => ({ sentBackReason: reason ?? null }),
    effects: ['undoChange', 'dropRequest', 'audit', 'tell:returned', 'hook:returned'],
    words: {
      label: 'Send back',
      done: 'Sent back',
      past: 'sent the order back',
      question: { title: 'Send this order back?', yes: 'Send back', no: 'Leave it pending' },
    },
    ofChange: {
      label: 'Refuse the change',
      done: 'Change refused: the order is as it was',
      past: 'refused the change',
      question: {
        title: 'Refuse this change?',
        text: 'The order is complete again, as it was before the change.',
        yes: 'Refuse the change',
        no: 'Leave it pending',
      },
    },
  },
  {
    action: 'change',
    from: ['COMPLETE'],
    to: 'PENDING',
    permission: 'updater',
    isChecked: true,
    bringsData: true,
    needs: [changeNeed],
    sets: changed,
    effects: ['omitHidden', 'tell:submitted', 'hook:submitted'],
    words: {
      label: 'Send the change for approval',
      done: 'Change sent for approval',
      past: 'asked for a change',
      question: { title: 'Send this change for approval?', yes: 'Send the change', no: 'Not yet' },
    },
  },
  { ...cancel, from: ['DRAFT', 'PENDING'], permission: 'updater', effects: ['hook:canceled'] },
  { ...cancel, from: ['PENDING_CHANGE', 'COMPLETE'], permission: 'moderator', effects: ['audit', 'hook:canceled'] },
  {
    action: 'reopen',
    from: ['CANCELED'],
    to: 'DRAFT',
    permission: 'admin',
    isChecked: false,
    needs: [],
    sets: () => ({ cancelationReason: null, cancelationDate: null, cancelationNotes: '' }),
    effects: ['audit'],
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
    words: { label: 'Delete draft', done: 'Deleted', past: 'deleted the draft' },
  },
];

/** Whether somebody with these rights may make a transition, whatever the order's state. */
export const isPermitted = ({ permission }: Transition, rights: OrderRights): boolean => allows(rights, permission);

/** The ways that lead from a stage by saving or deleting, to a status where that is named. */
export function transitionsFrom(from: OrderStage, to?: Status | null): Transition[] {
  return transitions.filter((each) => each.from.includes(from) && (to === undefined || each.to === to));
}

/**
 * What somebody with these rights can do with the order as a whole now, the likeliest first and in the words that fit it: the
 * buttons of both UIs. While a bypass is requested, whoever decides about it approves or returns the order with that (design 6).
 */
export function actionsOn(
  order: Pick<Order, 'status' | 'submissionDate' | 'changeDate' | 'waivers'>,
  rights: OrderRights,
): Transition[] {
  const isRequested = openWaivers(order).length > 0;
  const isOfRequest = ({ action }: Transition) =>
    action === 'approve' || (action === 'sendBack' && allows(rights, 'otherModerator'));
  const allowed = transitionsFrom(stageOf(order)).filter(
    (each) =>
      isPermitted(each, rights) && !each.bringsData && isPossible(each, order) && !(isRequested && isOfRequest(each)),
  );
  const likeliest = allowed.filter(({ to }, index) => allowed.findIndex((each) => each.to === to) === index);
  return likeliest.map((each) => inWordsOf(each, order));
}

/** A transition in the words that fit an order: they differ where a change of a COMPLETE order waits. */
export const inWordsOf = (transition: Transition, order: Pick<Order, 'status' | 'changeDate'>): Transition =>
  isChange(order) ? { ...transition, words: { ...transition.words, ...transition.ofChange } } : transition;

/** Whether an order is as a transition asks. */
export const isPossible = ({ guard }: Transition, order: Parameters<Guard['holds']>[0]): boolean =>
  guard?.holds(order) ?? true;

/** How somebody with these rights changes the order although it is closed: by a save that brings the changed data along. */
export const changeOf = (order: Pick<Order, 'status' | 'changeDate'>, rights: OrderRights): Transition | undefined =>
  transitionsFrom(stageOf(order)).find((each) => each.bringsData && isPermitted(each, rights));
