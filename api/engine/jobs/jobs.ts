import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '#schemas/generated/types.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { withLeaseRenewal } from '../../platform/clock/lease.ts';
import { createEmitter } from '../../platform/emitter.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { withoutAddresses } from '../../platform/log.ts';
import { type TraceContext, withTraceContext } from '../../platform/trace-context.ts';
import type { ResourceHooks } from '../resource/rules/declaration.ts';
import { storeOf } from '../store/store.ts';
import { afterCommit, transaction } from '../store/transaction.ts';
import type { JobKind, JobKinds, KindName, ReportProgress } from './kind.ts';
import type { LoopWork } from './loops.ts';
import { type Claim, claimNext, wakeups } from './queue.ts';

/**
 * Builds the background loops that run all jobs: one loop per kind and per concurrent worker of that kind (`atOnce`),
 * so a slow job blocks neither other kinds nor its own kind's other workers. Throws for a kind whose configuration is
 * invalid.
 */
export function jobLoops(kinds: JobKinds, log: FastifyBaseLogger): LoopWork[] {
  return Object.values(kinds).flatMap((kind) => {
    assertValidKind(kind);
    const { name, pollInterval, schedule, isOff = false, concurrency = 1 } = kind;
    const turn = async (shouldContinue: () => boolean) => {
      if (schedule !== undefined) await ensureScheduledJob(name, schedule);
      while (shouldContinue() && (await runNextJob(kind, { log, shouldContinue })));
    };
    return Array.from({ length: isOff ? 0 : concurrency }, () => ({ name, every: pollInterval, wakeups, turn }));
  });
}

/**
 * Throws when one wait of the job may outlast its lease: another worker would claim the job before the answer arrives.
 */
function assertValidKind({ name, lease, longestWait, schedule }: JobKind): void {
  if (longestWait >= lease)
    throw new Error(`A ${name} job may wait ${longestWait} ms, so its lease of ${lease} ms must be longer`);
  if (schedule !== undefined) nextRun(schedule);
}

/**
 * Hooks of the Job resource. An ADMIN may cancel a job that has not ended, and retry one that failed or was canceled.
 */
export function jobs(kinds: JobKinds): ResourceHooks<Job> {
  return {
    async beforeWrite({ current, changes }) {
      const { status } = changes;
      if (!current || status === undefined || status === current.status) return changes;
      if (status === 'canceled' && kinds[current.kind].cancelableIn.includes(current.status))
        return endedJobChanges('canceled');
      if (status === 'waiting' && (current.status === 'failed' || current.status === 'canceled'))
        return { status, dueAt: now().toISOString(), endedAt: null, expires: null };
      throw new ApiError('REQUEST_DENIED', {
        reason: `The status of a ${current.kind} job cannot change from ${current.status} to ${status}`,
      });
    },
    async afterWrite(job, { current }) {
      if (job.status === current?.status) return;
      await kinds[job.kind].onStatusChange?.(job);
      afterCommit(() => wakeups.emit(job.kind));
    },
  };
}

/** Milliseconds: how long an ended job is retained, and the maximum backoff between two attempts. */
const day = 86_400_000;
const retention = { done: 7 * day, failed: 365 * day, canceled: 365 * day };
const maxBackoff = 3_600_000;

/**
 * A worker that reports no progress for this many leases counts as hung: its lease expires, and another worker retries.
 */
const maxSilentLeases = 10;

interface Worker {
  log: FastifyBaseLogger;
  /** False once this process is shutting down. */
  shouldContinue: () => boolean;
}

/** The job was canceled or another worker claimed it. */
class ClaimLost extends Error {}

/** The process is shutting down, or the watchdog has replaced this worker. */
class Interrupted extends Error {}

/**
 * Claims the job of a kind that has been due longest and runs it while renewing the lease. A failed job is retried with
 * exponential backoff from two seconds to an hour. Returns false when none is due.
 */
export async function runNextJob(kind: JobKind, worker: Worker): Promise<boolean> {
  const claim = await claimNext(kind.name, kind.lease);
  if (!claim) return false;
  const { id, reqId, traceparent: queuedBy } = claim.job;
  const origin = { job: id, ...(reqId ? { reqId } : {}) };
  attemptStartListeners.emit({ origin, kind: kind.name, queuedBy });
  await withTraceContext(origin, () => workOn(kind, claim, { ...worker, origin }));
  return true;
}

/** Runs a claimed job. Every log line in between carries the job id and the id of the request that enqueued it. */
async function workOn(kind: JobKind, claim: Claim, worker: Worker & { origin: TraceContext }): Promise<void> {
  const began = performance.now();
  const context = { kind: kind.name, attempts: claim.job.attempts };
  const outcome = await outcomeOf(kind, claim, { ...worker, context });
  const milliseconds = performance.now() - began;
  if (outcome === 'done') worker.log.info({ ...context, milliseconds: Math.round(milliseconds) }, 'job');
  attemptEndListeners.emit({ origin: worker.origin, kind: kind.name, outcome, waited: claim.waited, milliseconds });
}

async function outcomeOf(kind: JobKind, claim: Claim, worker: Worker & { context: object }): Promise<JobOutcome> {
  const { log, context } = worker;
  try {
    await attempt(kind, claim, worker);
  } catch (error) {
    if (error instanceof ClaimLost) {
      log.info(context, 'job was canceled or claimed by another worker');
      return 'left';
    }
    if (!(error instanceof Interrupted)) return await postpone(kind, claim, { error, log, context });
    await claim.settle({ status: 'waiting', dueAt: now().toISOString() });
    return 'interrupted';
  }
  if (await settle(kind, claim, kind.schedule ? waitingFor(kind.schedule) : endedJobChanges('done'))) return 'done';
  log.warn(context, 'job was claimed by another worker while it ran, and may run twice');
  return 'left';
}

async function attempt(kind: JobKind, { job, renew }: Claim, { shouldContinue }: Worker): Promise<void> {
  let until = performance.now() + maxSilentLeases * kind.lease;
  const report: ReportProgress = async (done, total) => {
    if (!shouldContinue()) throw new Interrupted();
    until = performance.now() + maxSilentLeases * kind.lease;
    if (!(await renew({ done, ...(total === undefined ? {} : { total }) }))) throw new ClaimLost();
  };
  const renewing = async () => performance.now() < until && (await renew());
  await withLeaseRenewal({ lease: kind.lease, renew: renewing }, () => kind.work(job, report));
}

/** Releases the claim and updates related records in one transaction. Returns false when the claim was lost. */
async function settle(kind: JobKind, claim: Claim, changes: Partial<Job>): Promise<boolean> {
  return await transaction(async () => {
    const job = await claim.settle(changes);
    if (job) await kind.onStatusChange?.(job);
    return job !== null;
  });
}

/** The changes that mark a job as ended; it expires after the retention of its status. */
const endedJobChanges = (status: keyof typeof retention): Partial<Job> => ({
  status,
  dueAt: null,
  endedAt: now().toISOString(),
  expires: fromNow(retention[status]).toISOString(),
});

const waitingFor = (schedule: string | number): Partial<Job> => ({
  status: 'waiting',
  dueAt: nextRun(schedule).toISOString(),
  attempts: 0,
  endedAt: now().toISOString(),
});

interface Failure {
  error: unknown;
  log: FastifyBaseLogger;
  context: object;
}

/** Backoff of a failed job, such as an outbox retry. Gives the job up after `giveUpAfter`. */
async function postpone(kind: JobKind, claim: Claim, { error, log, context }: Failure): Promise<JobOutcome> {
  const { attempts, createdAt } = claim.job;
  const reason = error instanceof Error ? error.message : String(error);
  const isOver = kind.giveUpAfter !== undefined && createdAt < fromNow(-kind.giveUpAfter).toISOString();
  const dueAt = fromNow(Math.min(1_000 * 2 ** attempts, maxBackoff)).toISOString();
  const changes: Partial<Job> = isOver ? endedJobChanges('failed') : { status: 'waiting', dueAt };
  await settle(kind, claim, { ...changes, lastError: reason.slice(0, 500) });
  const logContext = { ...context, reason: withoutAddresses(reason) };
  if (isOver) log.error(logContext, 'job failed for too long and was abandoned');
  else log.warn(logContext, 'job failed and will be retried');
  return isOver ? 'failed' : 'postponed';
}

/** Returns the next run of a schedule (UTC). Throws when a cron expression is invalid or never matches again. */
export function nextRun(schedule: string | number): Date {
  if (typeof schedule === 'number') return new Date((Math.floor(now().getTime() / schedule) + 1) * schedule);
  const next = new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(now());
  if (next) return next;
  throw new Error(`The schedule ${schedule} has no next run`);
}

/**
 * Creates the single recurring job of a kind if it is missing, due at once. The job never ends: after each run it waits
 * for its next time, which becomes earlier if the schedule has changed. Its id is derived from the kind, so concurrent
 * processes create only one.
 */
async function ensureScheduledJob(kind: KindName, schedule: string | number): Promise<void> {
  const _id = createHash('sha256').update(kind).digest('hex').slice(0, 24);
  await storeOf('Job').upsert({ _id }, { $setOnInsert: { kind, dueAt: now() } });
  const dueAt = nextRun(schedule);
  await storeOf('Job').updateMany({ _id, status: 'waiting', dueAt: { $gt: dueAt } }, { $set: { dueAt } });
}

/**
 * Outcome of one attempt at a job. `left`: the job was canceled or another worker claimed it. `interrupted`: this
 * process is shutting down and released the claim.
 */
type JobOutcome = 'done' | 'postponed' | 'failed' | 'left' | 'interrupted';

/** A finished attempt at a job. Durations are in milliseconds. */
interface FinishedAttempt {
  /** Correlation ids of the job and of the request that enqueued it. */
  origin: TraceContext;
  kind: KindName;
  outcome: JobOutcome;
  /** How long the job was due before a worker claimed it. */
  waited: number;
  milliseconds: number;
}

interface StartedAttempt extends Pick<FinishedAttempt, 'origin' | 'kind'> {
  /** The traceparent of the span that enqueued the job, if it was traced. */
  queuedBy: string | undefined;
}

/** Listeners notified before each attempt starts (tracing opens its span here). */
export const attemptStartListeners = createEmitter<StartedAttempt>();

/** Listeners notified after each attempt of this process (metrics and traces). */
export const attemptEndListeners = createEmitter<FinishedAttempt>();
