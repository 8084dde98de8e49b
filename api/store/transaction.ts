import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession } from 'mongoose';
import { tellAnswered } from './commands.ts';
import { keepNamed } from './named-records.ts';
import { meetReferences } from './reference-locks.ts';
import type { Reference } from './reference-paths.ts';

/** The transaction that runs, with what its records have come to name so far. */
const running = new AsyncLocalStorage<{ session: ClientSession; named: Reference[]; acts: (() => void)[] }>();

/** Whether what is read now may still be undone. */
export const isInTransaction = (): boolean => running.getStore() !== undefined;

/** What has a call to the database belong to the transaction that runs; nothing outside. */
export function joining(): { session?: ClientSession } {
  const transaction = running.getStore();
  return transaction ? { session: transaction.session } : {};
}

/** Has what records come to name in this transaction be kept from being removed meanwhile. */
export function noteNamed(named: Reference[]): void {
  running.getStore()?.named.push(...named);
}

/** Acts once what was done is stored: at the end of the transaction that runs, and at once where none does. */
export function whenCommitted(act: () => void): void {
  const transaction = running.getStore();
  if (transaction) transaction.acts.push(act);
  else act();
}

/**
 * Runs `work` in one transaction: all of it is stored or nothing; the driver repeats it when two writes collide. Inside
 * another one it belongs to that.
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (running.getStore()) return await work();
  const results: T[] = [];
  const acts: (() => void)[] = [];
  let worked = 0;
  underWay += 1;
  try {
    // The driver's own: Mongoose's would hand the session on by an AsyncLocalStorage of its own.
    await mongoose.connection.getClient().withSession((session) =>
      session.withTransaction(async () => {
        results.length = 0;
        acts.length = 0;
        const named: Reference[] = [];
        results.push(await running.run({ session, named, acts }, work));
        await keepNamed(named, session);
        worked = performance.now();
      }),
    );
    tellAnswered({ collection: 'none', command: 'commitTransaction' }, worked);
  } finally {
    underWay -= 1;
    // One that was used once costs every promise of the process some time until it rests (Node 20; from 24 on nothing).
    if (underWay === 0) running.disable();
  }
  for (const act of acts) act();
  for (const result of results) return result;
  throw new Error('The transaction ended without its result');
}

let underWay = 0;

/** Lets the running transaction, which removes records, meet all others in which records come to name them. */
export async function awaitReferences(): Promise<void> {
  const { session } = joining();
  if (!session) throw new Error('Records that others may name are removed in a transaction');
  await meetReferences(session);
}
