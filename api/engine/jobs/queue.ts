import { EventEmitter } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { Job } from '#schemas/generated/types.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { currentTraceContext } from '../../platform/trace-context.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { afterCommit, transaction } from '../store/transaction.ts';
import { type KindName, staleReadDelay } from './kind.ts';

/** The job queue: requests enqueue jobs in their own transaction, and workers claim jobs with a lease. */

/** Wakes the job loops of this process: one event per kind. */
export const wakeups = new EventEmitter();

/**
 * Enqueues a job in the caller's transaction (transactional outbox): both are stored or neither. The job keeps the
 * request id and traceparent of its origin. Returns the job.
 */
export async function enqueueJob(kind: KindName, subject: string, dueAt: Date = now()): Promise<Job> {
  const job = await storeOf('Job').insert(newJob(kind, subject, dueAt));
  afterCommit(() => wakeups.emit(kind));
  return job;
}

function newJob(kind: KindName, subject: string, dueAt: Date): Partial<Job> {
  const { reqId, traceparent } = currentTraceContext() ?? {};
  return { kind, subject, dueAt: dueAt.toISOString(), ...(reqId && { reqId }), ...(traceparent && { traceparent }) };
}

/**
 * Enqueues now, or after a delay in milliseconds, and again after the longest transaction, to catch writes based on stale
 * reads. The workers notice a delayed job when they poll.
 */
export async function enqueueTwice(kind: KindName, subject: string, delay = 0): Promise<void> {
  for (const wait of [delay, staleReadDelay]) await storeOf('Job').append(newJob(kind, subject, fromNow(wait)));
  if (delay === 0) afterCommit(() => wakeups.emit(kind));
}

/**
 * Deletes the other due jobs about the subject of a job that has just started, unless a worker has claimed them: what they
 * were enqueued for is stored, so that this run does their work. For jobs that are retried until they succeed.
 */
export async function absorbDueJobs({ id, kind, subject }: Job): Promise<void> {
  await storeOf('Job').deleteMany({ kind, subject, status: 'waiting', dueAt: { $lte: now() }, _id: { $ne: id } });
}

/** Deletes a job that is no longer needed. Returns false when a worker has already claimed it. */
export async function dequeueJob({ id, revision }: Job): Promise<boolean> {
  return (await storeOf('Job').delete({ _id: id, revision })) !== null;
}

/** Replaces the jobs about a record that have ended by a new one, which is retried as long as a first one. */
export async function enqueueAgain(kind: KindName, subject: string): Promise<void> {
  await transaction(async () => {
    await storeOf('Job').deleteMany({ kind, subject, dueAt: null });
    await enqueueJob(kind, subject);
  });
}

/** Makes a delayed job due now, unless it was deleted or claimed in the meantime. */
export async function runNow({ id, revision, kind }: Job): Promise<void> {
  await storeOf('Job').updateMany({ _id: id, revision }, { $set: { dueAt: now() } });
  afterCommit(() => wakeups.emit(kind));
}

/**
 * A job claimed by this worker until the lease ends. The job's revision is the fencing token: a worker
 * that takes the job over, or a user who cancels it, increments the revision, so later writes with this claim have no
 * effect.
 */
export interface Claim {
  job: Job;
  /** How long the job was due; milliseconds. */
  waited: number;
  /** Renews the lease and stores progress. Returns false when the claim is lost. */
  renew(progress?: Partial<Job>): Promise<boolean>;
  /** Updates the job and releases the claim. Returns null when the claim was lost. */
  settle(changes: Partial<Job>): Promise<Job | null>;
}

/** Claims the job of this kind that has been due longest, with one atomic update. Returns null when none is due. */
export async function claimNext(kind: KindName, lease: number): Promise<Claim | null> {
  const jobs = storeOf('Job');
  const time = now();
  const running = { status: 'running' as const, dueAt: fromNow(lease).toISOString(), done: 0, total: null };
  const found = await jobs.updateFirst({
    filter: { kind, dueAt: { $lte: time } },
    sort: ['dueAt'],
    update: { $set: running, $inc: { attempts: 1 } },
  });
  if (!found) return null;
  const job = { ...found, ...running, attempts: found.attempts + 1, revision: found.revision + 1 };
  const claimFilter = { _id: job.id, revision: job.revision };
  return {
    job,
    waited: time.getTime() - Date.parse(found.dueAt ?? ''),
    renew: async (progress = {}) =>
      (await jobs.updateMany(claimFilter, { $set: { ...progress, dueAt: fromNow(lease) } })) > 0,
    settle: (changes) => jobs.update(claimFilter, changes),
  };
}

/**
 * Makes all claimed jobs due at once, for the start of a process that has the database to itself: the workers that
 * claimed them have crashed. The writes of a worker that still runs nevertheless fail once its job is claimed again.
 */
export async function releaseClaims(): Promise<void> {
  await storeOf('Job').updateDerived({ status: 'running' }, { $set: { dueAt: now() } });
}

interface DueJobs {
  kind: string;
  count: number;
  /** How long the oldest due job has been due. */
  seconds: number;
}

const countLimit = 10_000;
const kinds = (resource('Job').schema.properties.kind?.enum ?? []).map(String);
/** Query timeout in milliseconds, the same as for the mail backlog. */
const timeout = 1_000;

/**
 * The job queue's backlog: per kind, how many due jobs no worker has claimed. A covered query on the index, counted up
 * to 10,000. Null when the database does not answer within the timeout.
 */
export async function jobBacklog(): Promise<DueJobs[] | null> {
  return await Promise.race([countDueJobs().catch(() => null), after(timeout, null, { ref: false })]);
}

async function countDueJobs(): Promise<DueJobs[]> {
  const time = now();
  const groups = await storeOf('Job').aggregate({ kind: { $in: kinds }, dueAt: { $lte: time } }, [
    { $project: { _id: 0, kind: 1, dueAt: 1 } },
    { $limit: countLimit },
    { $group: { _id: '$kind', count: { $sum: 1 }, first: { $min: '$dueAt' } } },
  ]);
  const byKind = new Map(groups.map(({ _id, count, first }) => [String(_id), { count, first }]));
  return kinds.map((kind) => {
    const { count, first } = byKind.get(kind) ?? {};
    const seconds = first instanceof Date ? (time.getTime() - first.getTime()) / 1_000 : 0;
    return { kind, count: Number(count ?? 0), seconds };
  });
}
