import { setTimeout as after } from 'node:timers/promises';
import { now } from '../clock/clock.ts';
import { resource } from '../store/model.ts';
import { store } from '../store/store.ts';

interface DueJobs {
  kind: string;
  count: number;
  /** Of the one that has been due longest. */
  seconds: number;
}

const most = 10_000;
const kinds = (resource('Job').schema.properties.kind?.enum ?? []).map(String);
/** Milliseconds, as for mail. */
const patience = 1_000;

/** Of each kind the jobs that are due and taken by nobody, from an index alone; null when the database does not say so in time. */
export async function dueJobs(): Promise<DueJobs[] | null> {
  return await Promise.race([counted().catch(() => null), after(patience, null, { ref: false })]);
}

async function counted(): Promise<DueJobs[]> {
  const time = now();
  const found = await store('Job').aggregate({ kind: { $in: kinds }, dueAt: { $lte: time } }, [
    { $project: { _id: 0, kind: 1, dueAt: 1 } },
    { $limit: most },
    { $group: { _id: '$kind', count: { $sum: 1 }, first: { $min: '$dueAt' } } },
  ]);
  const byKind = new Map(found.map(({ _id, count, first }) => [String(_id), { count, first }]));
  return kinds.map((kind) => {
    const { count, first } = byKind.get(kind) ?? {};
    const seconds = first instanceof Date ? (time.getTime() - first.getTime()) / 1_000 : 0;
    return { kind, count: Number(count ?? 0), seconds };
  });
}
