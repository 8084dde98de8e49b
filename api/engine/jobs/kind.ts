import type { Job } from '#schemas/generated/types.ts';

/** Name of a job kind, one of the enum in the Job schema. */
export type KindName = Job['kind'];

/**
 * Reports the progress of a running job and renews its lease. Await it between the steps of long work: it throws when
 * the worker must stop, because the job was canceled, another worker claimed it, or the process is shutting down.
 */
export type ReportProgress = (done: number, total?: number) => Promise<void>;

/** Configuration and handler of one kind of background job. Times are in milliseconds. */
export interface JobKind<Name extends KindName = KindName> {
  name: Name;
  /**
   * Polling interval for jobs that other processes enqueue. A job that this process enqueues wakes the loop at once.
   */
  pollInterval: number;
  /** How many jobs of this kind one process runs concurrently; 1 by default. */
  concurrency?: number;
  /** Lease: how long a claim stays valid without renewal, for example after a crash. */
  lease: number;
  /** The longest wait for a single external answer. It must be shorter than the lease. */
  longestWait: number;
  /** Age after which a failing job is given up; without it, the job is retried forever. */
  giveUpAfter?: number;
  /**
   * Recurring jobs: a cron expression in UTC, or an interval in milliseconds by the UTC clock. Other jobs are enqueued by
   * the write that causes them.
   */
  schedule?: string | number;
  /** Whether this process leaves jobs of this kind to others. */
  isOff?: boolean;
  /** Statuses in which an ADMIN may cancel the job. */
  cancelableIn: Job['status'][];
  /**
   * Runs the job. It must be idempotent: after a crash another worker runs it again. A thrown error triggers a retry.
   */
  work(job: Job, report: ReportProgress): Promise<void>;
  /** Updates related records after a status change, in the same transaction. */
  onStatusChange?(job: Job): Promise<void>;
}

/** The registry of all job kinds. */
export type JobKinds = { [Name in KindName]: JobKind<Name> };

/** MongoDB aborts transactions after one minute, and the driver waits no longer than that; milliseconds. */
export const transactionTimeout = 60_000;

/**
 * Longer than two transactions can take: the one that changes something, and one that started before it committed.
 * After this delay, every write based on a stale read is stored. Milliseconds.
 */
export const staleReadDelay = 2.5 * transactionTimeout;

/** The id part of a job's subject (`Order/ID` gives `ID`). */
export const subjectId = (subject: string): string => subject.slice(subject.indexOf('/') + 1);
