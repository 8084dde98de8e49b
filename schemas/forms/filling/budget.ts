/**
 * What all scripts of one look at a form may still do together, in steps of the language: as much as it gives one script.
 * Each start counts as ten, which is what it costs: else a form of many rows could start millions of scripts that do next
 * to nothing.
 */
export interface Budget {
  left: number;
}

export const most = 1_000_000;
export const start = 10;

export const fullBudget = (): Budget => ({ left: most });
