import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { reportCommand } from './commands.ts';
import { lockAgainstReferences } from './reference-locks.ts';
import type { Reference } from './reference-paths.ts';
import { assertReferencesStillExist } from './referential-integrity.ts';

interface Running {
  session: ClientSession;
  references: Reference[];
  callbacks: (() => void)[];
  /** Documents to insert before the commit, by collection. */
  documents: Map<string, mongo.Document[]>;
  isDryRun: boolean;
}

/**
 * The current transaction (AsyncLocalStorage), with the references its writes have added, what it inserts at its end,
 * and the callbacks to run after commit.
 */
const running = new AsyncLocalStorage<Running>();

/** Whether a transaction is running, so that reads may still be rolled back. */
export const isInTransaction = (): boolean => running.getStore() !== undefined;

/** Whether the running transaction is going to be rolled back in any case. */
export const isDryRun = (): boolean => running.getStore()?.isDryRun === true;

/** Options that make a database call join the current transaction; empty outside of one. */
export function sessionOption(): { session?: ClientSession } {
  const transaction = running.getStore();
  return transaction ? { session: transaction.session } : {};
}

/** Registers references added in this transaction, so that their targets are protected from concurrent deletion. */
export function registerReferences(references: Reference[]): void {
  running.getStore()?.references.push(...references);
}

/**
 * Inserts a document with all others of its collection at the end of the current transaction: one command instead of one
 * per document. For documents that nobody reads before, and whose insertion cannot fail because of others.
 */
export function insertBeforeCommit(collection: string, document: mongo.Document): void {
  const transaction = running.getStore();
  if (!transaction) throw new Error('There is no transaction');
  const documents = transaction.documents.get(collection);
  if (documents) documents.push(document);
  else transaction.documents.set(collection, [document]);
}

/** Runs a callback after the current transaction commits, or at once outside of a transaction. */
export function afterCommit(callback: () => void): void {
  const transaction = running.getStore();
  if (transaction) transaction.callbacks.push(callback);
  else callback();
}

/**
 * Runs `work` in a transaction and returns its result. The driver retries it on write conflicts. A nested call joins
 * the outer transaction. A trial is a dry run.
 */
export async function transaction<T>(work: () => Promise<T>, isTrial = false): Promise<T> {
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
        const documents = new Map<string, mongo.Document[]>();
        results.push(await running.run({ session, references, callbacks, documents, isDryRun: isTrial }, work));
        for (const [collection, added] of documents)
          await mongoose.connection.collection(collection).insertMany(added, { ordered: false, session });
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
    }, true);
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
