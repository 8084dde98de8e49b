import { EventEmitter } from 'node:events';
import type { Job } from '#schemas/generated/types.ts';
import { fromNow, now } from '../clock/clock.ts';
import { originNow } from '../host/origin.ts';
import { store } from '../store/store.ts';
import { whenCommitted } from '../store/transaction.ts';
import { type KindName, longestSave } from './kind.ts';

/** Tells the loops of this process that there is something to do, by an event of the kind's name. */
export const wishes = new EventEmitter();

/** Puts a job there, in the transaction that causes it: both are stored or neither. It keeps which request began it. */
export async function putJob(kind: KindName, subject: string, dueAt: Date = now()): Promise<Job> {
  const { reqId, traceparent } = originNow() ?? {};
  const origin = { ...(reqId && { reqId }), ...(traceparent && { traceparent }) };
  const job = await store('Job').insert({ kind, subject, dueAt: dueAt.toISOString(), ...origin });
  whenCommitted(() => wishes.emit(kind));
  return job;
}

/** Puts one for at once, and one for what was being saved meanwhile by what was read before. */
export async function putTwice(kind: KindName, subject: string): Promise<void> {
  await putJob(kind, subject);
  await putJob(kind, subject, fromNow(longestSave));
}

/** Removes a job that need not be done. False when a worker has it already. */
export async function takeBack({ id, revision }: Job): Promise<boolean> {
  return (await store('Job').delete({ _id: id, revision })) !== null;
}

/** Has a job done at once that was put there for later, unless it was taken back or is being done. */
export async function hasten({ id, revision, kind }: Job): Promise<void> {
  await store('Job').updateMany({ _id: id, revision }, { $set: { dueAt: now() } });
  whenCommitted(() => wishes.emit(kind));
}

/**
 * A job that is ours until its lease ends. Its revision is the claim: whoever takes the job over, or cancels it, raises it, and
 * from then on nothing that is done with this claim changes anything.
 */
export interface Claim {
  job: Job;
  /** How long it had been due; milliseconds. */
  waited: number;
  /** Keeps the claim, and notes what it is given. False when the claim is lost. */
  renew(progress?: Partial<Job>): Promise<boolean>;
  /** Changes the job and gives the claim up. Null when it was lost. */
  settle(changes: Partial<Job>): Promise<Job | null>;
}

/** Claims the job of a kind that is due longest, by one guarded update. Null when none is due. */
export async function claimNext(kind: KindName, lease: number): Promise<Claim | null> {
  const jobs = store('Job');
  const time = now();
  const taken = { status: 'running' as const, dueAt: fromNow(lease).toISOString(), done: 0, total: null };
  const before = await jobs.advance({
    filter: { kind, dueAt: { $lte: time } },
    sort: ['dueAt'],
    update: { $set: taken, $inc: { attempts: 1 } },
  });
  if (!before) return null;
  const job = { ...before, ...taken, attempts: before.attempts + 1, revision: before.revision + 1 };
  const ours = { _id: job.id, revision: job.revision };
  return {
    job,
    waited: time.getTime() - Date.parse(before.dueAt ?? ''),
    renew: async (progress = {}) => (await jobs.updateMany(ours, { $set: { ...progress, dueAt: fromNow(lease) } })) > 0,
    settle: (changes) => jobs.update(ours, changes),
  };
}
