import type { Job } from '#schemas/generated/types.ts';

/** The word of a kind: the schema of jobs lists them. */
export type KindName = Job['kind'];

/**
 * Notes how much of its work a job has done, of how much where that is known, and keeps its claim. To be awaited between pieces of
 * long work: it throws where the work is to be left, since the job was canceled, taken over, or the process ends.
 */
export type Tell = (done: number, total?: number) => Promise<void>;

/** One kind of work in the background. Times are milliseconds. */
export interface JobKind<Name extends KindName = KindName> {
  name: Name;
  /** How often this process looks for what others have put there; what it puts there itself wakes it. */
  every: number;
  /** How many of them this process does at once; one where nothing is said. */
  atOnce?: number;
  /** How long a claim outlives the process that made it. */
  lease: number;
  /** The longest that a piece of the work waits for an answer from somewhere: shorter than the lease. */
  waits: number;
  /** After how long one that fails is given up; one that says nothing never is. */
  triedFor?: number;
  /** When there is one to do, as cron says it, in UTC; others are put by what causes them. */
  schedule?: string;
  /** The statuses that an ADMIN may cancel it in. */
  cancelableIn: Job['status'][];
  /** Does it, and may do it twice: whoever dies before telling so leaves it to another. What is thrown has it tried again. */
  work(job: Job, tell: Tell): Promise<void>;
  /** Has other records follow a new status, in the transaction that gives it. */
  follow?(job: Job): Promise<void>;
}

/** Every kind of job. */
export type JobKinds = { [Name in KindName]: JobKind<Name> };

/** MongoDB ends every transaction after a minute, and the driver waits for nothing longer; milliseconds. */
export const longestOfDatabase = 60_000;

/**
 * Longer than two transactions last, that of a change and one that was begun before it had ended: what was saved by what was
 * read before the change is stored by then. Milliseconds.
 */
export const longestSave = 2.5 * longestOfDatabase;

/** The id in what a job is about. */
export const idIn = (subject: string): string => subject.slice(subject.indexOf('/') + 1);
