import { setTimeout as after } from 'node:timers/promises';
import { storeOf } from '../store/store.ts';

/** Unsent mails in the outbox: `waiting`, and `failed` after three days of retries. Counted up to 1,000. */
export interface Backlog {
  waiting: number;
  failed: number;
}

const countLimit = 1_000;
/** Query timeout in milliseconds, so that a status request does not wait for a database that hangs. */
const timeout = 1_000;

/** Counts unsent mails. Returns null when the database does not answer within the timeout. */
export async function mailBacklog(): Promise<Backlog | null> {
  const count = (status: string) => storeOf('OutboxMessage').count({ status }, countLimit);
  const counts = Promise.all([count('waiting'), count('failed')]).then(([waiting, failed]) => ({ waiting, failed }));
  return await Promise.race([counts.catch(() => null), after(timeout, null, { ref: false })]);
}
