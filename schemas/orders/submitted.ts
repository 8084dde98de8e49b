import type { Transition } from './transitions.ts';

/** An order that is sent keeps its first submission, and is new: no change of a COMPLETE one, and not sent back any more. */
export const submitted = (({ submissionDate }, { now }) => ({
  submissionDate: submissionDate ?? now,
  changeDate: null,
  sentBackReason: null,
})) satisfies Transition['sets'];
