import type { Outcome } from './command.ts';
import type { Counts } from './counts.ts';

/** One of the things that a run does, told in a line. */
export type Step = {
  name: string;
  run: () => Promise<Outcome>;
  /** Where the step counts its own tests; a step without counts as one. */
  counts?: () => Counts;
};
