import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { now } from '../clock/clock.ts';
import { store } from '../store/store.ts';
import type { KindName } from './kind.ts';

/** When a schedule has its next job. Throws for one that is none, or never has one again. */
export function nextRun(schedule: string): Date {
  const next = new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(now());
  if (next) return next;
  throw new Error(`The schedule ${schedule} has no next time`);
}

/**
 * Makes the one job of a kind that a schedule begins, where there is none; due at once. It is never done, but waits for its next
 * time, and every process knows it by an id that follows from the kind.
 */
export async function putScheduled(kind: KindName): Promise<void> {
  const _id = createHash('sha256').update(kind).digest('hex').slice(0, 24);
  await store('Job').upsert({ _id }, { $setOnInsert: { kind, dueAt: now() } });
}
