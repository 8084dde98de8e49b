import type { Order, OrderAction, Webhook } from '../generated/types.ts';
import type { OrderNotification } from '../mail/order-notifications.ts';
import { isPendingChange, type OrderStage, stageOf } from './order-stage.ts';
import { allows, type OrderRights, type Permission } from './rights.ts';
import { openWaivers } from './waivers.ts';

export type CancelationReason = NonNullable<Order['cancelationReason']>;

/** The five cancelation reasons of spec 4 with their labels. */
export const cancelationReasons = {
  out_of_business: 'Out of business',
  dissatisfied: 'Dissatisfied',
  failure_to_pay: 'Failure to pay',
  activation_unsuccessful: 'Activation unsuccessful',
  contract_expired: 'Contract expired',
} as const satisfies Record<CancelationReason, string>;

/** Whether a value is one of the reasons. */
const isCancelationReason = (value: unknown): value is CancelationReason =>
  typeof value === 'string' && Object.hasOwn(cancelationReasons, value);

/** The events that webhooks can subscribe to. */
export type WebhookEvent = Webhook['events'][number];

const events: readonly string[] = ['submitted', 'approved', 'returned', 'canceled'] satisfies WebhookEvent[];

/** Whether a text is the name of such an event. */
export const isWebhookEvent = (name: string): name is WebhookEvent => events.includes(name);

/**
 * The fields that a submission sets: the date of the first submission stays, and marks of a change or a return are
 * cleared.
 */
export const fieldsOnSubmit = (({ submissionDate }, { now }) => ({
  submissionDate: submissionDate ?? now,
  changeDate: null,
  sentBackReason: null,
})) satisfies Transition['sets'];

export type OrderStatus = Order['status'];

export type OrderTransitionName =
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

/**
 * An input of a transition, prompted for in its dialog. It is a field of the save or order action that makes the transition.
 */
export interface TransitionInput {
  field: 'reason' | 'notes' | 'changeNotes' | 'cancelationReason' | 'cancelationNotes';
  label: string;
  isRequired: boolean;
  maxLength?: number;
  hint?: string;
  /** The values to choose from, with their labels. Without it the input is text. */
  choices?: Readonly<Record<string, string>>;
}

/**
 * The side effects of a transition (`api/features/orders/`), all in the transaction that stores it.
 * - omitHidden: removes the values of fields that scripts hide from the form data (design 7).
 * - undoChange: restores a COMPLETE order as it was before its pending change.
 * - onboard: enqueues the channel's onboarding e-mail, once per order.
 * - audit: writes an entry to the audit log.
 * - requestWaivers: requests a waiver for each current validation error.
 * - grantWaivers: grants the requested waivers, or the selected ones.
 * - dropRequest: removes waivers that were requested but not granted.
 * - dropWaivers: removes granted waivers, too.
 * - notify:…: enqueues that notification for the people concerned, except the one who made the transition.
 * - hook:…: enqueues that event for the webhooks that subscribe to it.
 */
export type Effect =
  | 'omitHidden'
  | 'undoChange'
  | 'undoApproval'
  | 'delayMessages'
  | 'onboard'
  | 'audit'
  | 'requestWaivers'
  | 'grantWaivers'
  | 'dropRequest'
  | 'dropWaivers'
  | `notify:${OrderNotification}`
  | `hook:${WebhookEvent}`;

/** A precondition on the order, with the error message if it does not hold. */
interface Guard {
  isMet(order: Pick<Order, 'submissionDate' | 'status' | 'waivers'>): boolean;
  rejectionText: string;
}

export interface TransitionWords {
  /** The label of the button. */
  label: string;
  /** The message after the transition: 'Approved'. */
  done: string;
  /** The text in the history, after the person's name: 'approved the order'. */
  past: string;
  /** The confirmation dialog. Without one the transition is made immediately. */
  question?: { title: string; text?: string; yes: string; no: string };
}

/** The order actions that make no transition: a note, and the end of a note that is pinned to a field. */
export type NoteKind = 'NOTE' | 'NOTE_RESOLVED';

/** A transition of the order state machine: everything that the API, both UIs and the history need. */
export interface Transition {
  action: OrderTransitionName;
  /** The order action that makes it (spec 4). Without one, a save with the new status makes it. */
  kind?: Exclude<OrderAction['kind'], NoteKind>;
  from: readonly OrderStage[];
  /** Null if the order is deleted. */
  to: OrderStatus | null;
  /** The permission that is required. */
  permission: Permission;
  guard?: Guard;
  /** Whether validation errors in form, client or lines block it. */
  isValidated: boolean;
  /**
   * Whether its save carries changed data, which no other save in that state may do. The user first chooses to change
   * the order, then edits, then submits.
   */
  carriesData?: boolean;
  inputs: readonly TransitionInput[];
  /** The fields that it sets in addition to the status. */
  sets?(order: Order, how: { /** ISO. */ now: string; reason: string | undefined }): Partial<Order>;
  effects: readonly Effect[];
  words: TransitionWords;
  /** The texts that differ for a pending change of a COMPLETE order. */
  ofChange?: Partial<TransitionWords>;
}

const cancel = {
  action: 'cancel',
  to: 'CANCELED',
  isValidated: false,
  inputs: [
    { field: 'cancelationReason', label: 'Cancelation reason', isRequired: true, choices: cancelationReasons },
    { field: 'cancelationNotes', label: 'Cancelation notes', isRequired: false, maxLength: 5_000 },
  ],
  sets: (_, { now }) => ({ cancelationDate: now }),
  effects: [],
  words: {
    label: 'Cancel order',
    done: 'Canceled',
    past: 'canceled the order',
    question: { title: 'Cancel this order?', yes: 'Cancel the order', no: 'Keep the order' },
  },
} as const satisfies Partial<Transition>;

/** The input that a change of a COMPLETE order requires, with or without a bypass. */
export const changeNeed = {
  field: 'changeNotes',
  label: 'Change notes',
  isRequired: true,
  maxLength: 5_000,
} as const satisfies TransitionInput;

/** The fields that a change of a COMPLETE order sets. */
export const fieldsOnChange = ((_, { now }) => ({
  changeDate: now,
  sentBackReason: null,
})) satisfies Transition['sets'];

/**
 * The state machine of orders (design 6): a transition table, sorted by likelihood for each state. It is an allow-list:
 * other state transitions are rejected. If there are several between the same two states, a person gets the first that
 * they may make.
 */
export const transitions: readonly Transition[] = [
  {
    action: 'submit',
    from: ['DRAFT'],
    to: 'PENDING',
    permission: 'updater',
    isValidated: true,
    inputs: [],
    sets: fieldsOnSubmit,
    effects: ['omitHidden', 'notify:submitted', 'hook:submitted'],
    words: { label: 'Send for approval', done: 'Sent for approval', past: 'sent the order for approval' },
  },
  {
    action: 'approve',
    from: ['PENDING', 'PENDING_CHANGE'],
    to: 'COMPLETE',
    permission: 'moderator',
    isValidated: true,
    inputs: [],
    effects: ['omitHidden', 'delayMessages', 'onboard', 'audit', 'notify:approved', 'hook:approved'],
    words: { label: 'Approve', done: 'Approved', past: 'approved the order' },
    ofChange: { label: 'Approve change', done: 'Change approved' },
  },
  {
    action: 'takeBack',
    from: ['PENDING', 'PENDING_CHANGE'],
    to: 'DRAFT',
    permission: 'owner',
    isValidated: false,
    inputs: [],
    effects: ['undoChange', 'dropRequest', 'hook:returned'],
    words: { label: 'Withdraw', done: 'Withdrawn', past: 'withdrew the order' },
    ofChange: {
      label: 'Withdraw change',
      done: 'Change withdrawn. The order is unchanged.',
      past: 'withdrew the change',
    },
  },
  {
    action: 'sendBack',
    from: ['PENDING', 'PENDING_CHANGE'],
    to: 'DRAFT',
    permission: 'moderator',
    isValidated: false,
    inputs: [
      {
        field: 'reason',
        label: 'Reason',
        isRequired: true,
        maxLength: 2_000,
        hint: 'What needs to change before it can be approved?',
      },
    ],
    sets: (_, { reason }) => ({ sentBackReason: reason ?? null }),
    effects: ['undoChange', 'dropRequest', 'audit', 'notify:returned', 'hook:returned'],
    words: {
      label: 'Send back',
      done: 'Sent back',
      past: 'sent the order back',
      question: { title: 'Send this order back?', yes: 'Send back', no: 'Keep pending' },
    },
    ofChange: {
      label: 'Reject change',
      done: 'Change rejected. The order is unchanged.',
      past: 'rejected the change',
      question: {
        title: 'Reject this change?',
        text: 'The order is complete again, as it was before the change.',
        yes: 'Reject change',
        no: 'Keep pending',
      },
    },
  },
  {
    action: 'change',
    from: ['COMPLETE'],
    to: 'PENDING',
    permission: 'updater',
    isValidated: true,
    carriesData: true,
    inputs: [changeNeed],
    sets: fieldsOnChange,
    effects: ['omitHidden', 'notify:submitted', 'hook:submitted'],
    words: {
      label: 'Send change for approval',
      done: 'Change sent for approval',
      past: 'requested a change',
      question: { title: 'Send this change for approval?', yes: 'Send change', no: 'Keep editing' },
    },
  },
  { ...cancel, from: ['DRAFT', 'PENDING'], permission: 'updater', effects: ['hook:canceled'] },
  { ...cancel, from: ['PENDING_CHANGE', 'COMPLETE'], permission: 'moderator', effects: ['audit', 'hook:canceled'] },
  {
    action: 'reopen',
    from: ['CANCELED'],
    to: 'DRAFT',
    permission: 'admin',
    isValidated: false,
    inputs: [],
    sets: () => ({ cancelationReason: null, cancelationDate: null, cancelationNotes: '' }),
    effects: ['audit'],
    words: {
      label: 'Reopen as draft',
      done: 'Reopened as a draft',
      past: 'reopened the order',
    },
  },
  {
    action: 'delete',
    from: ['DRAFT'],
    to: null,
    permission: 'deleter',
    guard: {
      isMet: ({ submissionDate }) => submissionDate === null,
      rejectionText: 'An order that has been submitted cannot be deleted',
    },
    isValidated: false,
    inputs: [],
    effects: [],
    words: { label: 'Delete draft', done: 'Deleted', past: 'deleted the draft' },
  },
];

/** Whether the rights allow a transition, whatever the order's state. */
export const isPermitted = ({ permission }: Transition, rights: OrderRights): boolean => allows(rights, permission);

/** The transitions from a stage that are made by saving or deleting, optionally limited to those to one status. */
export function transitionsFrom(from: OrderStage, to?: OrderStatus | null): Transition[] {
  return transitions.filter((each) => each.from.includes(from) && (to === undefined || each.to === to));
}

/**
 * The transitions that a user with these rights can make now, the likeliest first, with the texts for this order: the
 * buttons of both UIs. While a bypass is requested, the decision about it also approves or returns the order
 * (design 6), so approve and send back are left out.
 */
export function availableTransitions(
  order: Pick<Order, 'status' | 'submissionDate' | 'changeDate' | 'waivers'>,
  rights: OrderRights,
): Transition[] {
  const isRequested = openWaivers(order).length > 0;
  const isOfRequest = ({ action }: Transition) =>
    action === 'approve' || (action === 'sendBack' && allows(rights, 'otherModerator'));
  const allowed = transitionsFrom(stageOf(order)).filter(
    (each) =>
      isPermitted(each, rights) && !each.carriesData && isPossible(each, order) && !(isRequested && isOfRequest(each)),
  );
  const likeliest = allowed.filter(({ to }, index) => allowed.findIndex((each) => each.to === to) === index);
  return likeliest.map((each) => withTextsFor(each, order));
}

/** A transition with the texts for an order: they differ for a pending change of a COMPLETE order. */
export const withTextsFor = (transition: Transition, order: Pick<Order, 'status' | 'changeDate'>): Transition =>
  isPendingChange(order) ? { ...transition, words: { ...transition.words, ...transition.ofChange } } : transition;

/** Whether the order meets the precondition (guard) of a transition. */
export const isPossible = ({ guard }: Transition, order: Parameters<Guard['isMet']>[0]): boolean =>
  guard?.isMet(order) ?? true;

/**
 * The transition by which somebody with these rights can change a closed order: a save that carries the changed data.
 */
export const changeOf = (order: Pick<Order, 'status' | 'changeDate'>, rights: OrderRights): Transition | undefined =>
  transitionsFrom(stageOf(order)).find((each) => each.carriesData && isPermitted(each, rights));

/** The inputs of a transition's dialog, by field. */
export type TransitionInputs = Partial<Record<TransitionInput['field'], string | null | undefined>>;

/** The required inputs of a transition that are missing or invalid. */
export function missingInputs({ inputs }: Pick<Transition, 'inputs'>, answers: TransitionInputs): TransitionInput[] {
  return inputs.filter(({ field, isRequired, choices }) => {
    const answer = answers[field]?.trim();
    return isRequired && !(answer && (!choices || Object.hasOwn(choices, answer)));
  });
}

/** The inputs as fields of a save, trimmed, without empty ones. */
export function inputFields(answers: TransitionInputs): Partial<
  Record<Exclude<TransitionInput['field'], 'cancelationReason'>, string>
> & {
  cancelationReason?: CancelationReason;
} {
  const { cancelationReason: chosen, ...typed } = answers;
  const texts = Object.entries(typed).map(([field, text]) => [field, text?.trim()]);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text)),
    ...(isCancelationReason(chosen) ? { cancelationReason: chosen } : {}),
  };
}
