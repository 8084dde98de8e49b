import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession } from 'mongoose';
import { reportCommand } from './commands.ts';
import { lockAgainstReferences } from './reference-locks.ts';
import type { Reference } from './reference-paths.ts';
import { assertReferencesStillExist } from './referential-integrity.ts';

/**
 * The current transaction (AsyncLocalStorage), with the references its writes have added and the callbacks to run after
 * commit.
 */
const running = new AsyncLocalStorage<{ session: ClientSession; references: Reference[]; callbacks: (() => void)[] }>();

/** Whether a transaction is running, so that reads may still be rolled back. */
export const isInTransaction = (): boolean => running.getStore() !== undefined;

/** Options that make a database call join the current transaction; empty outside of one. */
export function sessionOption(): { session?: ClientSession } {
  const transaction = running.getStore();
  return transaction ? { session: transaction.session } : {};
}

/** Registers references added in this transaction, so that their targets are protected from concurrent deletion. */
export function registerReferences(references: Reference[]): void {
  running.getStore()?.references.push(...references);
}

/** Runs a callback after the current transaction commits, or at once outside of a transaction. */
export function afterCommit(callback: () => void): void {
  const transaction = running.getStore();
  if (transaction) transaction.callbacks.push(callback);
  else callback();
}

/**
 * Runs `work` in a transaction and returns its result. The driver retries it on write conflicts. A nested call joins
 * the outer transaction.
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  if (running.getStore()) return await work();
  const results: T[] = [];
  const callbacks: (() => void)[] = [];
  let workedAt = 0;
  runningCount += 1;
  try {
    // Use the driver's withTransaction: Mongoose's would add an AsyncLocalStorage of its own for the session.
    await mongoose.connection.getClient().withSession((session) =>
      session.withTransaction(async () => {
        results.length = 0;
        callbacks.length = 0;
        const references: Reference[] = [];
        results.push(await running.run({ session, references, callbacks }, work));
        await assertReferencesStillExist(references, session);
        workedAt = performance.now();
      }),
    );
    reportCommand({ collection: 'none', command: 'commitTransaction' }, workedAt);
  } finally {
    runningCount -= 1;
    // An AsyncLocalStorage in use slows down every promise of the process until it is disabled (Node 20; fixed in 24).
    if (runningCount === 0) running.disable();
  }
  for (const callback of callbacks) callback();
  for (const result of results) return result;
  throw new Error('The transaction ended without a result');
}

let runningCount = 0;

/** Ends the transaction of a dry run without an effect. */
class DryRunEnd extends Error {}

/**
 * Runs `work` in a transaction that is always rolled back: all checks of a write, and nothing is written. Throws what
 * `work` throws.
 */
export async function dryRun(work: () => Promise<unknown>): Promise<void> {
  try {
    await transaction(async () => {
      await work();
      throw new DryRunEnd();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
}

/**
 * Locks the running transaction, which deletes records, against all transactions that add references to them. Throws
 * outside of a transaction.
 */
export async function lockReferencesForDeletion(): Promise<void> {
  const { session } = sessionOption();
  if (!session) throw new Error('Records that others may refer to must be deleted in a transaction');
  await lockAgainstReferences(session);
}
