import type { CommandOutcome } from './command.ts';
import type { Counts } from './counts.ts';

/** One step of a run, reported in one line. */
export type Step = {
  name: string;
  run: () => Promise<CommandOutcome>;
  /** Reads the step's own test counts; a step without it counts as one test. */
  counts?: () => Counts;
};
