import type { mongo } from 'mongoose';
import { fromNow } from '../../platform/clock/clock.ts';
import { model } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { type ChainLink, faultInEntry, InvalidChainHead, isEntryIntact, isOwnEntry, readChainHead } from './chain.ts';
import { type ExportedLog, newestExport, verifyStoredExports } from './stored-exports.ts';

/**
 * Result of verifying the audit log. `outOfOrder` lists entries dated before an entry that precedes them in the chain.
 */
export type AuditVerification =
  | { fault: string }
  | {
      fault?: never;
      head: ChainLink;
      /** The last entry that is in an export instead of the database. */
      exported: ChainLink;
      until: string | null;
      late: number;
      outOfOrder: string[];
    };

/** Entries unsealed for longer than this are reported as late; milliseconds. */
const maxSealDelay = 60_000;

/** Maximum number of out-of-order entries to report. */
const maxReported = 100;

/**
 * Longest transaction, in milliseconds. Entries of a long transaction are sealed after newer ones, so their dates may
 * go back by this much.
 */
const longestTransaction = 120_000;

/**
 * Verifies the audit chain (hash chain), first in the exports and then in the database, and reports the first fault: a changed, moved, removed or forged entry.
 * Dates that go back are not a fault, because server clocks differ; they are listed. `known` is a head noted elsewhere
 * that must be in the chain: it detects a log that was restored to an older state as a whole.
 */
export async function verifyAuditLog(known?: ChainLink): Promise<AuditVerification> {
  try {
    const exported = await verifyStoredExports(known);
    if (exported.fault !== undefined) return exported;
    const head = await readChainHead();
    const walked = await walk({ head, known, exported });
    if (walked.fault !== undefined) {
      // An export during the verification has moved entries out of the database.
      const hasMoved = (await newestExport())?.lastSequence !== (exported.end.sequence || undefined);
      return hasMoved ? await verifyAuditLog(known) : walked;
    }
    const forged = await forgedEntry();
    if (forged) return { fault: forged };
    const late = await storeOf('AuditEntry').count({ sequence: null, createdAt: { $lt: fromNow(-maxSealDelay) } });
    const { until, outOfOrder } = walked;
    return { head, exported: exported.end, until, late, outOfOrder };
  } catch (error) {
    if (error instanceof InvalidChainHead) return { fault: error.message };
    throw error;
  }
}

interface Walk {
  head: ChainLink;
  known: ChainLink | undefined;
  exported: ExportedLog;
}

async function walk({
  head,
  known,
  exported,
}: Walk): Promise<{ fault: string } | { fault?: never; until: string | null; outOfOrder: string[] }> {
  const unpruned = await faultInUnpruned(exported.end);
  if (unpruned) return { fault: unpruned };
  let last = exported.end;
  let { until } = exported;
  let latest: mongo.Document | undefined;
  const outOfOrder: string[] = [];
  // Entries sealed during verification come after this head.
  const sealed = { sequence: { $gt: last.sequence, $lte: head.sequence } };
  const entries = model('AuditEntry').collection.find(sealed, { sort: { sequence: 1 }, batchSize: 1_000 });
  for await (const entry of entries) {
    const fault = faultInEntry(entry, last);
    if (fault) return { fault };
    const outOfOrderEntry = datedBack(entry, latest);
    if (outOfOrderEntry && outOfOrder.length < maxReported) outOfOrder.push(outOfOrderEntry);
    if (!latest || entry.createdAt > latest.createdAt) latest = entry;
    last = { sequence: entry.sequence, hash: entry.hash };
    until = entry.createdAt.toISOString();
    if (known?.sequence === last.sequence && known.hash !== last.hash)
      return { fault: `Entry ${last.sequence} no longer has the hash ${known.hash}` };
  }
  if (last.sequence < head.sequence)
    return { fault: `Entries ${last.sequence + 1} to ${head.sequence} were removed from the end` };
  if (last.hash !== head.hash) return { fault: `Entry ${last.sequence} does not match the head` };
  if (known && known.sequence > head.sequence)
    return { fault: `Entries ${head.sequence + 1} to ${known.sequence} were removed from the end` };
  return { until, outOfOrder };
}

/** Finds a changed entry among those that are in an export and not yet deleted from the database. */
async function faultInUnpruned(end: ChainLink): Promise<string | undefined> {
  for await (const entry of model('AuditEntry').collection.find({ sequence: { $gte: 1, $lte: end.sequence } }))
    if (!isEntryIntact(entry)) return `Entry ${entry.sequence} (${String(entry._id)}) was changed`;
  return undefined;
}

/** Describes an entry dated before its predecessor by more than a transaction can take; otherwise undefined. */
function datedBack(
  { sequence, _id, createdAt }: mongo.Document,
  latest: mongo.Document | undefined,
): string | undefined {
  if (!latest || createdAt.getTime() >= latest.createdAt.getTime() - longestTransaction) return undefined;
  const dates = `${createdAt.toISOString()}, and entry ${latest.sequence} before it ${latest.createdAt.toISOString()}`;
  return `entry ${sequence} (${String(_id)}) is dated ${dates}`;
}

/** Finds an unsealed entry with an invalid MAC. */
async function forgedEntry(): Promise<string | undefined> {
  for await (const entry of model('AuditEntry').collection.find({ sequence: null }, { sort: { createdAt: 1 } }))
    if (!isOwnEntry(entry)) return `Entry ${String(entry._id)} was not written by the application`;
  return undefined;
}
