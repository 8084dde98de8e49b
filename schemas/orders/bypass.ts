import type { Order, OrderAction } from '../generated/types.ts';
import { type OrderStage, stageOf } from './order-stage.ts';
import type { OrderRights } from './rights.ts';
import { submitted } from './submitted.ts';
import { changed, changeNeed, inWordsOf, isPermitted, isPossible, type Transition } from './transitions.ts';
import { openWaivers } from './waivers.ts';

const isAsked = {
  holds: (order) => openWaivers(order).length > 0,
  refusal: 'No bypass is asked for',
} satisfies Transition['guard'];

/** What a note for the team asks for: an action that leads to no other state (design 6). */
export const note = {
  needs: [
    {
      field: 'notes',
      label: 'Notes',
      isRequired: true,
      maxLength: 5_000,
      hint: 'Everybody who sees this order reads it.',
    },
  ],
  words: {
    label: 'Add a note',
    done: 'Note added',
    past: 'added a note',
    question: { title: 'A note for the team', yes: 'Add the note', no: 'Close' },
  },
} satisfies Partial<Transition>;

const notes = {
  field: 'notes',
  label: 'Notes',
  isRequired: true,
  maxLength: 5_000,
  hint: 'Why should this order be let through as it is?',
} as const;

const waiting = ['PENDING', 'PENDING_CHANGE'] as const;

/** How a bypass of what a form rejects is asked for and decided (design 6): by actions, not by saves. */
export const bypass: readonly Transition[] = [
  {
    action: 'askBypass',
    kind: 'VALIDATION_BYPASS_REQUESTED',
    from: ['DRAFT'],
    to: 'PENDING',
    permission: 'updater',
    isChecked: true,
    needs: [notes],
    sets: submitted,
    effects: ['omitHidden', 'askWaivers', 'tell:waiverAsked', 'hook:submitted'],
    words: {
      label: 'Ask to bypass validation',
      done: 'Asked to bypass validation',
      past: 'asked to bypass validation',
      question: {
        title: 'Ask a moderator to let this order through?',
        text: 'It is sent as it is, with the request to waive what the form rejects.',
        yes: 'Ask',
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
    isChecked: true,
    bringsData: true,
    needs: [notes, changeNeed],
    sets: changed,
    effects: ['omitHidden', 'askWaivers', 'tell:waiverAsked', 'hook:submitted'],
    words: {
      label: 'Ask to bypass validation',
      done: 'Asked to bypass validation',
      past: 'asked for a change, and to bypass validation',
      question: {
        title: 'Ask a moderator to let this change through?',
        text: 'It is sent as it is, with the request to waive what the form rejects.',
        yes: 'Ask',
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
    guard: isAsked,
    isChecked: false,
    needs: [],
    effects: ['grantWaivers', 'audit', 'tell:waiverGiven'],
    words: { label: 'Approve the bypass', done: 'Bypass approved', past: 'approved the bypass' },
  },
  {
    action: 'rejectBypass',
    kind: 'VALIDATION_BYPASS_REJECTED',
    from: waiting,
    to: 'DRAFT',
    permission: 'otherModerator',
    guard: isAsked,
    isChecked: false,
    needs: [{ field: 'reason', label: 'Reason', isRequired: true, maxLength: 5_000, hint: 'What has to change?' }],
    sets: (_, { reason }) => ({ sentBackReason: reason ?? null }),
    effects: ['undoChange', 'dropWaivers', 'audit', 'tell:waiverRefused', 'hook:returned'],
    words: {
      label: 'Reject the bypass',
      done: 'Bypass rejected',
      past: 'rejected the bypass',
      question: {
        title: 'Reject the bypass?',
        text: 'The order goes back to its user as a draft.',
        yes: 'Reject',
        no: 'Leave it pending',
      },
    },
    ofChange: {
      past: 'rejected the bypass, and with it the change',
      question: {
        title: 'Reject the bypass?',
        text: 'The order is complete again, as it was before the change.',
        yes: 'Reject',
        no: 'Leave it pending',
      },
    },
  },
];

/** How whoever approved an order takes that back while nothing of it was sent (design 6, 'Approval'). */
export const undoApproval: Transition = {
  action: 'undoApproval',
  kind: 'APPROVAL_UNDONE',
  from: ['COMPLETE'],
  to: 'PENDING',
  permission: 'approver',
  isChecked: false,
  needs: [],
  effects: ['undoApproval', 'audit'],
  words: { label: 'Undo', done: 'Approval undone', past: 'undid the approval' },
};

/** What an order action of each kind says beside its kind: anything else is refused. */
export const actionFields = {
  VALIDATION_BYPASS_REQUESTED: ['notes', 'moderator', 'changes'],
  VALIDATION_BYPASS_APPROVED: ['notes', 'rejections', 'approve'],
  VALIDATION_BYPASS_REJECTED: ['notes', 'reason'],
  APPROVAL_UNDONE: ['notes'],
  NOTE: ['notes'],
} as const satisfies Record<OrderAction['kind'], readonly string[]>;

/** All that order actions make. */
export const actionTransitions: readonly Transition[] = [...bypass, undoApproval];

/** The ways that an order action makes, from a stage where that is named. */
export const transitionsBy = (kind: Transition['kind'], from?: OrderStage): Transition[] =>
  actionTransitions.filter((each) => each.kind === kind && (from === undefined || each.from.includes(from)));

/** What somebody with these rights can do about a bypass now. */
export const bypassOn = (
  order: Pick<Order, 'status' | 'submissionDate' | 'changeDate' | 'waivers'>,
  rights: OrderRights,
): Transition[] =>
  bypass
    .filter((each) => each.from.includes(stageOf(order)) && isPermitted(each, rights) && isPossible(each, order))
    .map((each) => inWordsOf(each, order));
