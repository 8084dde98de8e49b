/**
 * How a run ends before its last statement: thrown, and caught by run.ts alone. `end` is what a rejection outside of
 * validate blocks and a `skip` outside of loops do; the others have left their diagnostic behind.
 */
export class Stop {
  constructor(readonly status: 'error' | 'budget') {}
}

/** The end of the script, which is no failure: its status is not looked at. */
export const END = new Stop('error');
export const ERROR = new Stop('error');
export const BUDGET = new Stop('budget');

/** Thrown by a `skip` that stands inside an expression, where the loop can not see it otherwise. */
export const SKIP = Symbol('skip');
