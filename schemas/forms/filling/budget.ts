/**
 * The step budget that all scripts of one operation on a form share: the limit of a single script. Each start counts as
 * ten steps, which is what it costs; otherwise a form with many rows could start millions of trivial scripts.
 */
export interface Budget {
  left: number;
}

export const maxSteps = 1_000_000;
export const stepsPerStart = 10;

/** A new, unspent budget. */
export const fullBudget = (): Budget => ({ left: maxSteps });
