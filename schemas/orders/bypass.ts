import type { Order } from '../generated/types.ts';
import type { OrderRights } from './rights.ts';
import { submitted } from './submitted.ts';
import { isPermitted, isPossible, type Transition } from './transitions.ts';
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

/** How a bypass of what a form rejects is asked for and decided (design 6): by actions, not by saves. */
export const bypass: readonly Transition[] = [
  {
    action: 'askBypass',
    kind: 'VALIDATION_BYPASS_REQUESTED',
    from: ['DRAFT'],
    to: 'PENDING',
    permission: 'updater',
    isChecked: true,
    needs: [
      {
        field: 'notes',
        label: 'Notes',
        isRequired: true,
        maxLength: 5_000,
        hint: 'Why should this order be let through as it is?',
      },
    ],
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
    action: 'approveBypass',
    kind: 'VALIDATION_BYPASS_APPROVED',
    from: ['PENDING'],
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
    from: ['PENDING'],
    to: 'DRAFT',
    permission: 'otherModerator',
    guard: isAsked,
    isChecked: false,
    needs: [{ field: 'reason', label: 'Reason', isRequired: true, maxLength: 5_000, hint: 'What has to change?' }],
    sets: (_, { reason }) => ({ sentBackReason: reason ?? null }),
    effects: ['dropWaivers', 'audit', 'tell:waiverRefused', 'hook:returned'],
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
  },
];

/** The way that an order action makes. */
export const transitionBy = (kind: Transition['kind']): Transition | undefined =>
  bypass.find((each) => each.kind === kind);

/** What somebody with these rights can do about a bypass now. */
export const bypassOn = (
  order: Pick<Order, 'status' | 'submissionDate' | 'waivers'>,
  rights: OrderRights,
): Transition[] =>
  bypass.filter((each) => each.from.includes(order.status) && isPermitted(each, rights) && isPossible(each, order));
