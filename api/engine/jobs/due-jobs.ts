import { setTimeout as after } from 'node:timers/promises';
import { now } from '../../platform/clock/clock.ts';
import { resource } from '../store/model.ts';
import { storeOf } from '../store/store.ts';

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
