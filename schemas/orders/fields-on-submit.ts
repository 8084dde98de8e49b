import type { Transition } from './transitions.ts';

/**
 * The fields that a submission sets: the date of the first submission is kept, and marks of a change or a return are
 * cleared.
 */
export const fieldsOnSubmit = (({ submissionDate }, { now }) => ({
  submissionDate: submissionDate ?? now,
  changeDate: null,
  sentBackReason: null,
})) satisfies Transition['sets'];
