import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '#schemas/generated/types.ts';
import { now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import type { ResourceHooks } from '../resource/rules/declaration.ts';
import { afterCommit } from '../store/transaction.ts';
import type { JobKind, JobKinds } from './kind.ts';
import type { LoopWork } from './loops.ts';
import { wakeups } from './queue.ts';
import { ensureScheduledJob, nextRun } from './schedule.ts';
import { endedJobChanges, runNextJob } from './work.ts';

/**
 * Builds the background loops that run all jobs: one loop per kind and per concurrent worker of that kind (`atOnce`),
 * so a slow job blocks neither other kinds nor its own kind's other workers. Throws for a kind whose configuration is
 * invalid.
 */
export function jobLoops(kinds: JobKinds, log: FastifyBaseLogger): LoopWork[] {
  return Object.values(kinds).flatMap((kind) => {
    assertValidKind(kind);
    const { name, pollInterval, schedule, concurrency = 1 } = kind;
    const turn = async (shouldContinue: () => boolean) => {
      if (schedule !== undefined) await ensureScheduledJob(name);
      while (shouldContinue() && (await runNextJob(kind, { log, shouldContinue })));
    };
    return Array.from({ length: concurrency }, () => ({ name, every: pollInterval, wakeups, turn }));
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
