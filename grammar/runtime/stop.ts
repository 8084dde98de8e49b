/**
 * Thrown to end a run before its last statement, and only caught in run.ts. `END` means a rejection outside of validate
 * blocks or a `skip` outside of loops; for the others a diagnostic has been recorded.
 */
export class RunStop {
  constructor(readonly status: 'error' | 'budget') {}
}

/** The regular end of the script, which is not a failure. Its status is ignored. */
export const END = new RunStop('error');
export const ERROR = new RunStop('error');
export const BUDGET = new RunStop('budget');

/** Thrown by a `skip` inside an expression, where it can not reach the loop by a signal. */
export const SKIP = Symbol('skip');
