import type { mongo } from 'mongoose';
import { fromNow } from '../clock/clock.ts';
import { model } from '../store/model.ts';
import { store } from '../store/store.ts';
import { beginning, hashOfEntry, type Link } from './chain.ts';
import { readHead, StrangeHead } from './head.ts';

/** What there is to say of the whole log. */
export type Verdict = { fault: string } | { fault?: never; head: Link; until: string | null; late: number };

/** Entries that wait longer than this to be sealed wait too long; milliseconds. */
const patience = 60_000;

/**
 * Walks the whole chain, one entry at a time, and tells the first place where it does not hold: an entry that was changed,
 * moved or removed. `known`, a head that was noted elsewhere, must be in it: that finds a log that was set back as a whole.
 */
export async function verifyAuditLog(known?: Link): Promise<Verdict> {
  try {
    const head = await readHead();
    const walked = await walk(head, known);
    if (walked.fault !== undefined) return walked;
    const late = await store('AuditEntry').count({ sequence: null, createdAt: { $lt: fromNow(-patience) } });
    return { head, until: walked.until, late };
  } catch (error) {
    if (error instanceof StrangeHead) return { fault: error.message };
    throw error;
  }
}

async function walk(
  head: Link,
  known: Link | undefined,
): Promise<{ fault: string } | { fault?: never; until: string | null }> {
  let last: Link = beginning;
  let until: string | null = null;
  // What is sealed meanwhile comes behind the head.
  const sealed = { sequence: { $gte: 1, $lte: head.sequence } };
  const entries = model('AuditEntry').collection.find(sealed, { sort: { sequence: 1 }, batchSize: 1_000 });
  for await (const entry of entries) {
    const fault = faultIn(entry, last);
    if (fault) return { fault };
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
  return { until };
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
