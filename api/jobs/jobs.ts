import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '#schemas/generated/types.ts';
import { now } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { whenCommitted } from '../store/transaction.ts';
import type { JobKind, JobKinds } from './kind.ts';
import type { LoopWork } from './loops.ts';
import { wishes } from './queue.ts';
import { nextRun, putScheduled } from './schedule.ts';
import { ended, workNext } from './work.ts';

/**
 * The loops that do all jobs, so that none waits for another's: one for each kind, and as many as it does at once, each on its own, so that
 * one which waits long keeps none of the others from the next. Throws for a kind that can not be right.
 */
export function jobLoops(kinds: JobKinds, log: FastifyBaseLogger): LoopWork[] {
  return Object.values(kinds).flatMap((kind) => {
    assertSound(kind);
    const { name, every, schedule, atOnce = 1 } = kind;
    const turn = async (goesOn: () => boolean) => {
      if (schedule !== undefined) await putScheduled(name);
      while (goesOn() && (await workNext(kind, { log, goesOn })));
    };
    return Array.from({ length: atOnce }, () => ({ name, every, wishes, turn }));
  });
}

/** Who waits longer than the lease for an answer would find the job taken over when it comes. */
function assertSound({ name, lease, waits, schedule }: JobKind): void {
  if (waits >= lease)
    throw new Error(`A ${name} may wait ${waits} ms, and its lease is ${lease} ms: it must be longer`);
  if (schedule !== undefined) nextRun(schedule);
}

/** Jobs as an ADMIN sees them: one that has not ended may be canceled, and one that failed or was canceled is tried again. */
export function jobs(kinds: JobKinds): Declaration<Job> {
  return {
    async beforeWrite({ current, changes }) {
      const { status } = changes;
      if (!current || status === undefined || status === current.status) return changes;
      if (status === 'canceled' && kinds[current.kind].cancelableIn.includes(current.status)) return ended('canceled');
      if (status === 'waiting' && (current.status === 'failed' || current.status === 'canceled'))
        return { status, dueAt: now().toISOString(), endedAt: null, expires: null };
      throw new ApiError('REQUEST_DENIED', {
        reason: `A job of the kind ${current.kind} that is ${current.status} can not become ${status}`,
      });
    },
    async afterWrite(job, { current }) {
      if (job.status === current?.status) return;
      await kinds[job.kind].follow?.(job);
      whenCommitted(() => wishes.emit(job.kind));
    },
  };
}
