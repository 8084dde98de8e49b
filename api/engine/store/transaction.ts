import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { reportCommand } from './commands.ts';
import { lockAgainstReferences, lockCollection } from './reference-locks.ts';
import type { Reference } from './reference-paths.ts';
import { assertReferencesStillExist } from './referential-integrity.ts';

interface Running {
  session: ClientSession;
  references: Reference[];
  callbacks: (() => void)[];
  /** Documents to insert before the commit, by collection. */
  documents: Map<string, mongo.Document[]>;
  isDryRun: boolean;
  /** Records that it has locked, if its writes are batched. */
  locked?: Map<string, mongo.Document | null>;
  /** Whether it has locked out new references. */
  isDeleting?: boolean;
  /** Records without references, which need no further check before they are deleted. */
  unreferenced?: ReadonlySet<string>;
}

/** MongoDB's code for a second document with the same key of a unique index. */
export const duplicateKey = 11_000;

/** Inserts that were sent together were rejected because of a duplicate key. */
export class InsertsRejected extends Error {}

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
  const transaction = running.getStore();
  transaction?.references.push(...references);
  if (transaction && references.length > 0) delete transaction.unreferenced;
}

/** Notes that no record refers to these, until the running transaction adds references. Lock out new ones before. */
export function noteUnreferenced(keys: ReadonlySet<string>): void {
  const transaction = running.getStore();
  if (transaction?.isDeleting) transaction.unreferenced = keys;
}

/** Whether the running transaction has noted that no record refers to this one. */
export const isUnreferenced = (key: string): boolean => running.getStore()?.unreferenced?.has(key) === true;

/**
 * Inserts a document with all others of its collection at the end of the current transaction: one command instead of one
 * per document. For documents that nobody reads before. A duplicate key then throws InsertsRejected.
 */
export function insertBeforeCommit(collection: string, document: mongo.Document): void {
  const transaction = running.getStore();
  if (!transaction) throw new Error('There is no transaction');
  const documents = transaction.documents.get(collection);
  if (documents) documents.push(document);
  else transaction.documents.set(collection, [document]);
}

/**
 * From here on, the running transaction sends its inserts together: a collection's before its next read or other write
 * of that collection, and all others at its end. It locks each record once. For many similar saves in one transaction.
 * A duplicate key then throws InsertsRejected later than the save that causes it.
 */
export function batchWrites(): void {
  const transaction = running.getStore();
  if (transaction) transaction.locked ??= new Map();
}

/** Whether the running transaction sends its inserts together. */
export const isBatchingWrites = (): boolean => running.getStore()?.locked !== undefined;

/** The inserts that the running transaction has put off, by collection. */
export const pendingInserts = (): [string, mongo.Document[]][] => [...(running.getStore()?.documents ?? [])];

/** Sends the inserts of a collection, or all, that the running transaction has put off. */
export async function flushInserts(collection?: string): Promise<void> {
  const transaction = running.getStore();
  if (!transaction || transaction.documents.size === 0) return;
  const { documents, session } = transaction;
  for (const name of collection === undefined ? [...documents.keys()] : [collection]) {
    const added = documents.get(name);
    documents.delete(name);
    if (added) await insertAll(name, added, session);
  }
}

async function insertAll(collection: string, added: mongo.Document[], session: ClientSession): Promise<void> {
  const documents = mongoose.connection.collection(collection);
  const [first, second] = added;
  // The driver builds a bulk write for insertMany, which takes longer than the insert of one document.
  if (first && !second) await documents.insertOne(first, { session }).catch(rejectDuplicate);
  else await documents.insertMany(added, { ordered: false, session }).catch(rejectDuplicate);
}

function rejectDuplicate(error: unknown): never {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== duplicateKey) throw error;
  throw new InsertsRejected(error.message, { cause: error });
}

/**
 * Locks a record, or returns it as it was when the running transaction locked it, if its writes are batched. `lock`
 * writes the record.
 */
export async function lockOnce(
  key: string,
  lock: () => Promise<mongo.Document | null>,
): Promise<mongo.Document | null> {
  const locked = running.getStore()?.locked;
  const known = locked?.get(key);
  if (known !== undefined) return known;
  const document = await lock();
  locked?.set(key, document);
  return document;
}

/** Forgets what the running transaction has locked: its own writes may have changed it. */
export function forgetLocked(): void {
  running.getStore()?.locked?.clear();
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
        const done = await running.run({ session, references, callbacks, documents, isDryRun: isTrial }, async () => {
          const result = await work();
          const withLock = references.length > 0 ? documents.get(lockCollection) : undefined;
          if (withLock) documents.delete(lockCollection);
          await flushInserts();
          await assertReferencesStillExist(references, session, withLock).catch(rejectDuplicate);
          return result;
        });
        results.push(done);
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
  const transaction = running.getStore();
  if (!transaction) throw new Error('Records that others may refer to must be deleted in a transaction');
  if (transaction.isDeleting) return;
  await lockAgainstReferences(transaction.session);
  transaction.isDeleting = true;
}
