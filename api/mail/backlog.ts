import { setTimeout as after } from 'node:timers/promises';
import { store } from '../store/store.ts';

/** What the outbox holds that was not sent: `waiting`, and `failed` after three days. Counted to 1,000. */
export interface Backlog {
  waiting: number;
  failed: number;
}

const most = 1_000;
/** Milliseconds: who asks how we are is not left waiting for a database that hangs. */
const patience = 1_000;

/** Counts what was not sent; null when the database does not say so in time. */
export async function mailBacklog(): Promise<Backlog | null> {
  const count = (status: string) => store('OutboxMessage').count({ status }, most);
  const counted = Promise.all([count('waiting'), count('failed')]).then(([waiting, failed]) => ({ waiting, failed }));
  return await Promise.race([counted.catch(() => null), after(patience, null, { ref: false })]);
}
