import type { Order, OrderAction } from '../generated/types.ts';
import { type OrderStage, stageOf } from './order-stage.ts';
import type { OrderRights } from './rights.ts';
import {
  changeNeed,
  fieldsOnChange,
  fieldsOnSubmit,
  isPermitted,
  isPossible,
  type Transition,
  withTextsFor,
} from './transitions.ts';
import { openWaivers } from './waivers.ts';

const hasRequest = {
  isMet: (order) => openWaivers(order).length > 0,
  rejectionText: 'There is no open bypass request',
} satisfies Transition['guard'];

/** The inputs of a note for the team: an order action that does not change the state (design 6). */
export const noteAction = {
  inputs: [
    {
      field: 'notes',
      label: 'Notes',
      isRequired: true,
      maxLength: 5_000,
      hint: 'Everyone who can see this order can read it.',
    },
  ],
  words: {
    label: 'Add a note',
    done: 'Note added',
    past: 'added a note',
    question: { title: 'A note for the team', yes: 'Add note', no: 'Close' },
  },
} satisfies Partial<Transition>;

const notes = {
  field: 'notes',
  label: 'Notes',
  isRequired: true,
  maxLength: 5_000,
  hint: 'Why should this order be accepted as it is?',
} as const;

const waiting = ['PENDING', 'PENDING_CHANGE'] as const;

/**
 * The transitions to request, approve and reject a validation bypass (design 6). They are made by order actions, not by
 * saves.
 */
const bypassTransitions: readonly Transition[] = [
  {
    action: 'askBypass',
    kind: 'VALIDATION_BYPASS_REQUESTED',
    from: ['DRAFT'],
    to: 'PENDING',
    permission: 'updater',
    isValidated: true,
    inputs: [notes],
    sets: fieldsOnSubmit,
    effects: ['omitHidden', 'requestWaivers', 'notify:waiverAsked', 'hook:submitted'],
    words: {
      label: 'Request validation bypass',
      done: 'Validation bypass requested',
      past: 'requested a validation bypass',
      question: {
        title: 'Ask a moderator to accept this order?',
        text: "It's sent as it is. A moderator decides whether to waive the validation problems.",
        yes: 'Request bypass',
        no: 'Keep editing',
      },
    },
  },
  {
    action: 'askChangeBypass',
    kind: 'VALIDATION_BYPASS_REQUESTED',
    from: ['COMPLETE'],
    to: 'PENDING',
    permission: 'updater',
    isValidated: true,
    carriesData: true,
    inputs: [notes, changeNeed],
    sets: fieldsOnChange,
    effects: ['omitHidden', 'requestWaivers', 'notify:waiverAsked', 'hook:submitted'],
    words: {
      label: 'Request validation bypass',
      done: 'Validation bypass requested',
      past: 'requested a change and a validation bypass',
      question: {
        title: 'Ask a moderator to accept this change?',
        text: "It's sent as it is. A moderator decides whether to waive the validation problems.",
        yes: 'Request bypass',
        no: 'Keep editing',
      },
    },
  },
  {
    action: 'approveBypass',
    kind: 'VALIDATION_BYPASS_APPROVED',
    from: waiting,
    to: 'PENDING',
    permission: 'otherModerator',
    guard: hasRequest,
    isValidated: false,
    inputs: [],
    effects: ['grantWaivers', 'audit', 'notify:waiverGiven'],
    words: { label: 'Approve bypass', done: 'Bypass approved', past: 'approved the bypass' },
  },
  {
    action: 'rejectBypass',
    kind: 'VALIDATION_BYPASS_REJECTED',
    from: waiting,
    to: 'DRAFT',
    permission: 'otherModerator',
    guard: hasRequest,
    isValidated: false,
    inputs: [{ field: 'reason', label: 'Reason', isRequired: true, maxLength: 5_000, hint: 'What needs to change?' }],
    sets: (_, { reason }) => ({ sentBackReason: reason ?? null }),
    effects: ['undoChange', 'dropWaivers', 'audit', 'notify:waiverRefused', 'hook:returned'],
    words: {
      label: 'Reject bypass',
      done: 'Bypass rejected',
      past: 'rejected the bypass',
      question: {
        title: 'Reject this bypass?',
        text: 'The order goes back to its owner as a draft.',
        yes: 'Reject',
        no: 'Keep pending',
      },
    },
    ofChange: {
      past: 'rejected the bypass and the change',
      question: {
        title: 'Reject this bypass?',
        text: 'The order is complete again, as it was before the change.',
        yes: 'Reject',
        no: 'Keep pending',
      },
    },
  },
];

/**
 * Undoes an approval, for the person who gave it, while none of its e-mails or webhooks has been sent (design 6,
 * 'Approval').
 */
export const undoApproval: Transition = {
  action: 'undoApproval',
  kind: 'APPROVAL_UNDONE',
  from: ['COMPLETE'],
  to: 'PENDING',
  permission: 'approver',
  isValidated: false,
  inputs: [],
  effects: ['undoApproval', 'audit'],
  words: { label: 'Undo', done: 'Approval undone', past: 'undid the approval' },
};

/** The fields that a request for each kind of order action may have; the API rejects others. */
export const actionFields = {
  VALIDATION_BYPASS_REQUESTED: ['notes', 'moderator', 'changes'],
  VALIDATION_BYPASS_APPROVED: ['notes', 'rejections', 'approve'],
  VALIDATION_BYPASS_REJECTED: ['notes', 'reason'],
  APPROVAL_UNDONE: ['notes'],
  NOTE: ['notes', 'path'],
  NOTE_RESOLVED: ['resolves'],
} as const satisfies Record<OrderAction['kind'], readonly string[]>;

/** All transitions that are made by an order action. */
export const actionTransitions: readonly Transition[] = [...bypassTransitions, undoApproval];

/** The transitions of a kind of order action, optionally limited to those from a stage. */
export const transitionsBy = (kind: Transition['kind'], from?: OrderStage): Transition[] =>
  actionTransitions.filter((each) => each.kind === kind && (from === undefined || each.from.includes(from)));

/** The bypass transitions that somebody with these rights can make now. */
export const bypassOn = (
  order: Pick<Order, 'status' | 'submissionDate' | 'changeDate' | 'waivers'>,
  rights: OrderRights,
): Transition[] =>
  bypassTransitions
    .filter((each) => each.from.includes(stageOf(order)) && isPermitted(each, rights) && isPossible(each, order))
    .map((each) => withTextsFor(each, order));
