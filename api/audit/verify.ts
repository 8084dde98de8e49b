import type { mongo } from 'mongoose';
import { fromNow } from '../clock/clock.ts';
import { model } from '../store/model.ts';
import { store } from '../store/store.ts';
import { beginning, hashOfEntry, type Link, macOfEntry } from './chain.ts';
import { readHead, StrangeHead } from './head.ts';

/** What there is to say of the whole log. `outOfOrder` has the entries that are dated before one that was sealed ahead of them. */
export type Verdict =
  | { fault: string }
  | { fault?: never; head: Link; until: string | null; late: number; outOfOrder: string[] };

/** Entries that wait longer than this to be sealed wait too long; milliseconds. */
const patience = 60_000;

/** So many entries that are dated back are told of. */
const mostTold = 100;

/** What a long transaction wrote is sealed behind what others wrote meanwhile, and is dated so much earlier at most; milliseconds. */
const longestTransaction = 120_000;

/**
 * Walks the whole chain, one entry at a time, and tells the first place where it does not hold: an entry that was changed, moved or
 * removed, or that the product has not written. Times that go back break no chain, since the clocks of two servers may differ: they are counted. `known`, a head that was noted elsewhere, must be in it: that finds a
 * log that was set back as a whole.
 */
export async function verifyAuditLog(known?: Link): Promise<Verdict> {
  try {
    const head = await readHead();
    const walked = await walk(head, known);
    if (walked.fault !== undefined) return walked;
    const forged = await forgedEntry();
    if (forged) return { fault: forged };
    const late = await store('AuditEntry').count({ sequence: null, createdAt: { $lt: fromNow(-patience) } });
    const { until, outOfOrder } = walked;
    return { head, until, late, outOfOrder };
  } catch (error) {
    if (error instanceof StrangeHead) return { fault: error.message };
    throw error;
  }
}

async function walk(
  head: Link,
  known: Link | undefined,
): Promise<{ fault: string } | { fault?: never; until: string | null; outOfOrder: string[] }> {
  let last: Link = beginning;
  let until: string | null = null;
  let latest: mongo.Document | undefined;
  const outOfOrder: string[] = [];
  // What is sealed meanwhile comes behind the head.
  const sealed = { sequence: { $gte: 1, $lte: head.sequence } };
  const entries = model('AuditEntry').collection.find(sealed, { sort: { sequence: 1 }, batchSize: 1_000 });
  for await (const entry of entries) {
    const fault = faultIn(entry, last);
    if (fault) return { fault };
    const dated = datedBack(entry, latest);
    if (dated && outOfOrder.length < mostTold) outOfOrder.push(dated);
    if (!latest || entry.createdAt > latest.createdAt) latest = entry;
    last = { sequence: entry.sequence, hash: entry.hash };
    until = entry.createdAt.toISOString();
    if (known?.sequence === last.sequence && known.hash !== last.hash)
      return { fault: `Entry ${last.sequence} is not the one that had the hash ${known.hash}` };
  }
  if (last.sequence < head.sequence)
    return { fault: `Entries ${last.sequence + 1} to ${head.sequence} were removed from the end` };
  if (last.hash !== head.hash) return { fault: `Entry ${last.sequence} is not the one that the head names` };
  if (known && known.sequence > head.sequence)
    return { fault: `Entries ${head.sequence + 1} to ${known.sequence} were removed from the end` };
  return { until, outOfOrder };
}

function faultIn(entry: mongo.Document, last: Link): string | undefined {
  const { sequence, previous, hash } = entry;
  const next = last.sequence + 1;
  if (sequence > next) return `Entries ${next} to ${sequence - 1} were removed`;
  if (sequence < next) return `There are two entries ${sequence}`;
  if (hash !== hashOfEntry(entry)) return `Entry ${sequence} (${String(entry._id)}) was changed`;
  if (previous !== last.hash) return `Entry ${sequence} (${String(entry._id)}) does not follow entry ${last.sequence}`;
  return undefined;
}

/** How an entry is dated before one that was sealed ahead of it, where that is by more than a transaction lasts. */
function datedBack(
  { sequence, _id, createdAt }: mongo.Document,
  latest: mongo.Document | undefined,
): string | undefined {
  if (!latest || createdAt.getTime() >= latest.createdAt.getTime() - longestTransaction) return undefined;
  const dates = `${createdAt.toISOString()}, and entry ${latest.sequence} before it ${latest.createdAt.toISOString()}`;
  return `entry ${sequence} (${String(_id)}) is dated ${dates}`;
}

/** An entry outside of the chain whose signature does not fit. */
async function forgedEntry(): Promise<string | undefined> {
  for await (const entry of model('AuditEntry').collection.find({ sequence: null }, { sort: { createdAt: 1 } }))
    if (entry.mac !== macOfEntry(entry)) return `Entry ${String(entry._id)} was not written by this product`;
  return undefined;
}
