import type { FastifyBaseLogger } from 'fastify';
import type { Job } from '#schemas/generated/types.ts';
import { fromNow, now } from '../clock/clock.ts';
import { whileRenewing } from '../clock/lease.ts';
import { withoutAddresses } from '../host/log.ts';
import { begunBy, type Origin } from '../host/origin.ts';
import { transaction } from '../store/transaction.ts';
import { attempts, beginnings, type Outcome } from './attempts.ts';
import type { JobKind, Tell } from './kind.ts';
import { type Claim, claimNext } from './queue.ts';
import { nextRun } from './schedule.ts';

/** Milliseconds: how long a job is kept once it has ended, and the longest pause between two attempts. */
const day = 86_400_000;
const kept = { done: 7 * day, failed: 365 * day, canceled: 365 * day };
const longestPause = 3_600_000;

/** Who has not told of its work for so many leases is thought to hang: its claim runs out, and another worker tries. */
const longest = 10;

interface Worker {
  log: FastifyBaseLogger;
  /** Whether this process goes on working. */
  goesOn: () => boolean;
}

/** The job is no longer this worker's: it was canceled, or taken over. */
class ClaimLost extends Error {}

/** The process ends, or has given this worker up. */
class Interrupted extends Error {}

/**
 * Claims the job of a kind that is due longest and works on it while renewing the claim. One that fails is tried again after
 * pauses that grow from two seconds to an hour. False when none is due.
 */
export async function workNext(kind: JobKind, worker: Worker): Promise<boolean> {
  const claim = await claimNext(kind.name, kind.lease);
  if (!claim) return false;
  const { id, reqId, traceparent: queuedBy } = claim.job;
  const origin = { job: id, ...(reqId ? { reqId } : {}) };
  beginnings.tell({ origin, kind: kind.name, queuedBy });
  await begunBy(origin, () => workOn(kind, claim, { ...worker, origin }));
  return true;
}

/** All that it logs meanwhile says which job it is for, and which request that follows from. */
async function workOn(kind: JobKind, claim: Claim, worker: Worker & { origin: Origin }): Promise<void> {
  const began = performance.now();
  const told = { kind: kind.name, attempts: claim.job.attempts };
  const outcome = await outcomeOf(kind, claim, { ...worker, told });
  const milliseconds = performance.now() - began;
  if (outcome === 'done') worker.log.info({ ...told, milliseconds: Math.round(milliseconds) }, 'job');
  attempts.tell({ origin: worker.origin, kind: kind.name, outcome, waited: claim.waited, milliseconds });
}

async function outcomeOf(kind: JobKind, claim: Claim, worker: Worker & { told: object }): Promise<Outcome> {
  const { log, told } = worker;
  try {
    await attempt(kind, claim, worker);
  } catch (error) {
    if (error instanceof ClaimLost) {
      log.info(told, 'a job was canceled or taken over, and is left');
      return 'left';
    }
    if (!(error instanceof Interrupted)) return await postpone(kind, claim, { error, log, told });
    await claim.settle({ status: 'waiting', dueAt: now().toISOString() });
    return 'interrupted';
  }
  if (await settle(kind, claim, kind.schedule ? waitingFor(kind.schedule) : ended('done'))) return 'done';
  log.warn(told, 'a job was taken over while it was done, and may be done twice');
  return 'left';
}

async function attempt(kind: JobKind, { job, renew }: Claim, { goesOn }: Worker): Promise<void> {
  let until = performance.now() + longest * kind.lease;
  const tell: Tell = async (done, total) => {
    if (!goesOn()) throw new Interrupted();
    until = performance.now() + longest * kind.lease;
    if (!(await renew({ done, ...(total === undefined ? {} : { total }) }))) throw new ClaimLost();
  };
  const renewing = async () => performance.now() < until && (await renew());
  await whileRenewing({ lease: kind.lease, renew: renewing }, () => kind.work(job, tell));
}

/** Gives the claim up, and has other records follow. False when it was lost. */
async function settle(kind: JobKind, claim: Claim, changes: Partial<Job>): Promise<boolean> {
  return await transaction(async () => {
    const job = await claim.settle(changes);
    if (job) await kind.follow?.(job);
    return job !== null;
  });
}

/** What a job is that has ended like this. */
export const ended = (status: keyof typeof kept): Partial<Job> => ({
  status,
  dueAt: null,
  endedAt: now().toISOString(),
  expires: fromNow(kept[status]).toISOString(),
});

const waitingFor = (schedule: string): Partial<Job> => ({
  status: 'waiting',
  dueAt: nextRun(schedule).toISOString(),
  attempts: 0,
  endedAt: now().toISOString(),
});

interface Failure {
  error: unknown;
  log: FastifyBaseLogger;
  told: object;
}

async function postpone(kind: JobKind, claim: Claim, { error, log, told }: Failure): Promise<Outcome> {
  const { attempts, createdAt } = claim.job;
  const reason = error instanceof Error ? error.message : String(error);
  const isOver = kind.triedFor !== undefined && createdAt < fromNow(-kind.triedFor).toISOString();
  const dueAt = fromNow(Math.min(1_000 * 2 ** attempts, longestPause)).toISOString();
  const changes: Partial<Job> = isOver ? ended('failed') : { status: 'waiting', dueAt };
  await settle(kind, claim, { ...changes, lastError: reason.slice(0, 500) });
  const line = { ...told, reason: withoutAddresses(reason) };
  if (isOver) log.error(line, 'a job has failed for too long and is given up');
  else log.warn(line, 'a job failed and will be tried again');
  return isOver ? 'failed' : 'postponed';
}
