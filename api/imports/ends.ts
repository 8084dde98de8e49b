import type { Import } from '#schemas/generated/types.ts';
import { now } from '../clock/clock.ts';
import { putJob } from '../jobs/queue.ts';
import { keepAttachments } from '../resource/rules/attachments.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { importableOf } from './importable.ts';
import { showImport } from './ledger.ts';
import type { Outcome } from './outcome.ts';

interface Ending {
  imported: Import;
  outcome: Outcome;
  rows: number;
  /** What the resource itself does with the records that are shown now. */
  end: () => Promise<void>;
}

/** Ends an import: shows its records, all at once, or says why there are none. Nothing happens to one that is another's by now. */
export async function endImport({ imported, outcome, rows, end }: Ending): Promise<void> {
  const { problemCount, problems, unmatchedCount, unmatched, emptyRows, totalRowCount, totalRows } = outcome;
  const listed = { problemCount, problems, unmatchedCount, unmatched, emptyRows, totalRowCount, totalRows };
  const report = { ...listed, rows, bytes: imported.size };
  await transaction(async () => {
    const status = problemCount === 0 ? 'done' : 'failed';
    const ended = await settle(imported, { ...report, status });
    if (!ended) return;
    if (status === 'failed') return void (await putJob('importUpkeep', `Import/${imported.id}`));
    await end();
    await showImport(imported.number);
  });
}

/** Ends one whose job was canceled or has failed for too long; in the transaction of that. */
export async function failImport(id: string, status: 'canceled' | 'failed'): Promise<void> {
  const imported = await store('Import').findOne({ _id: id, status: 'running' });
  if (imported && (await settle(imported, { status }))) await putJob('importUpkeep', `Import/${id}`);
}

/** Writes how an import has ended, and lets its file go. Null when it has moved on. */
export async function settle(imported: Import, changes: Partial<Import>): Promise<Import | null> {
  const { id, status, attempt } = imported;
  const ended = { ...changes, file: null, endedAt: now().toISOString() };
  const settled = await store('Import').update({ _id: id, status, attempt }, ended);
  if (settled) await keepAttachments('Import', imported, settled);
  return settled;
}

/** So many records are removed or changed at once. */
const piece = 2_000;

/** Removes the records of an import that nobody sees, piece by piece. */
export async function clear(imported: Import, tell: (done: number) => Promise<void>): Promise<void> {
  const records = store(imported.resource);
  for (let done = 0; ; ) {
    const ids = await idsOf(imported, {});
    if (ids.length === 0) break;
    done += await records.deleteMany({ _id: { $in: ids } });
    await tell(done);
  }
  await importableOf(imported).cleared?.(imported);
}

/** Hides or shows the records of an import, piece by piece. */
export async function turn(imported: Import, tell: (done: number) => Promise<void>): Promise<void> {
  const { hidden } = imported;
  const records = store(imported.resource);
  for (let done = 0; ; ) {
    const ids = await idsOf(imported, { hidden: !hidden });
    if (ids.length === 0) return;
    done += await records.updateMany({ _id: { $in: ids } }, { $set: { hidden }, $inc: { revision: 1 } });
    await tell(done);
  }
}

async function idsOf({ resource, number }: Import, more: object): Promise<string[]> {
  const filter = { importNumber: number, ...more };
  const found = await store(resource).find({ filter, limit: piece, only: ['revision'] });
  return found.map(({ id }) => id);
}
