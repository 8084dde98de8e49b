import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { now } from '../../platform/clock/clock.ts';
import { storeOf } from '../store/store.ts';
import type { KindName } from './kind.ts';

/** Returns the next run of a cron schedule (UTC). Throws when the expression is invalid or never matches again. */
export function nextRun(schedule: string): Date {
  const next = new Cron(schedule, { timezone: 'UTC', mode: '5-part' }).nextRun(now());
  if (next) return next;
  throw new Error(`The schedule ${schedule} has no next run`);
}

/**
 * Creates the single recurring job of a kind if it is missing, due at once. The job never ends: after each run it waits
 * for its next time. Its id is derived from the kind, so concurrent processes create only one.
 */
export async function ensureScheduledJob(kind: KindName): Promise<void> {
  const _id = createHash('sha256').update(kind).digest('hex').slice(0, 24);
  await storeOf('Job').upsert({ _id }, { $setOnInsert: { kind, dueAt: now() } });
}
