import type { Transition } from './transitions.ts';

/** An order that is sent keeps its first submission, and is new: no change of a COMPLETE one, and not sent back any more. */
export const submitted = (({ submissionDate }, { now }) => ({
  submissionDate: submissionDate ?? now,
  changeDate: null,
  sentBackReason: null,
})) satisfies Transition['sets'];

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
    effects: ['omitHidden', 'askWaivers'],
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
    isChecked: false,
    needs: [],
    effects: ['grantWaivers', 'audit'],
    words: { label: 'Approve the bypass', done: 'Bypass approved', past: 'approved the bypass' },
  },
  {
    action: 'rejectBypass',
    kind: 'VALIDATION_BYPASS_REJECTED',
    from: ['PENDING'],
    to: 'DRAFT',
    permission: 'otherModerator',
    isChecked: false,
    needs: [{ field: 'reason', label: 'Reason', isRequired: true, maxLength: 5_000, hint: 'What has to change?' }],
    sets: (_, { reason }) => ({ sentBackReason: reason ?? null }),
    effects: ['dropWaivers', 'audit'],
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
