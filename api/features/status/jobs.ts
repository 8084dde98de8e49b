import type { Job } from '#schemas/generated/types.ts';
import { jobBacklog } from '../../engine/jobs/due-jobs.ts';
import type { JobKinds } from '../../engine/jobs/kind.ts';
import type { Heartbeat } from '../../engine/jobs/loops.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow } from '../../platform/clock/clock.ts';

export interface JobsStatus extends PartStatus {
  waiting: number;
  running: number;
  failed: number;
  /** How long the oldest due job has been due, in seconds; null when the database does not answer. */
  oldest: number | null;
  schedules: { kind: Job['kind']; next: string }[];
  /** The newest failed jobs. */
  failures: { id: string; kind: Job['kind']; at: string | null; reason: string | null }[];
}

const countLimit = 1_000;
const maxFailures = 5;
/** A job due for longer than this needs attention; seconds. */
const maxDueSeconds = 600;
/** A failure younger than this needs attention; milliseconds. */
const recent = 7 * 86_400_000;

/** Status of background jobs; counted up to 1,000. */
export async function jobsStatus(kinds: JobKinds, loops: Heartbeat[]): Promise<JobsStatus> {
  const jobs = storeOf('Job');
  const scheduled = Object.values(kinds).flatMap(({ name, schedule }) => (schedule === undefined ? [] : [name]));
  const count = (status: Job['status']) => jobs.count({ status }, countLimit);
  const [waiting, running, failed, due, failedJobs, next] = await Promise.all([
    count('waiting'),
    count('running'),
    count('failed'),
    jobBacklog(),
    jobs.find({ filter: { status: 'failed' }, sort: ['-createdAt'], limit: maxFailures }),
    jobs.find({
      filter: { kind: { $in: scheduled }, dueAt: { $ne: null } },
      sort: ['kind', 'dueAt'],
      limit: scheduled.length,
      only: ['kind', 'dueAt'],
    }),
  ]);
  const oldest = due && Math.round(Math.max(0, ...due.map(({ seconds }) => seconds)));
  const failures = failedJobs.map(({ id, kind, endedAt, lastError }) => ({
    ...{ id, kind, at: endedAt ?? null, reason: lastError ?? null },
  }));
  const since = fromNow(-recent).toISOString();
  const trouble = [
    ...(failures.some(({ at }) => at !== null && at > since) ? ['Jobs failed for good in the last 7 days'] : []),
    ...(oldest !== null && oldest > maxDueSeconds ? ['A job has been due for more than ten minutes'] : []),
    ...loops.filter(({ isLate }) => isLate).map(({ name }) => `The loop ${name} has stalled`),
  ];
  return {
    ...(trouble.length > 0 ? needsAttention(trouble.join('. ')) : good('Background jobs are running normally')),
    ...{ waiting, running, failed, oldest, failures },
    schedules: next.flatMap(({ kind, dueAt }) => (dueAt ? [{ kind, next: dueAt }] : [])),
  };
}

/** Status of one part of the product: whether it needs attention, and why. */
export interface PartStatus {
  state: 'good' | 'attention';
  says: string;
}

export const good = (says: string): PartStatus => ({ state: 'good', says });
export const needsAttention = (says: string): PartStatus => ({ state: 'attention', says });
