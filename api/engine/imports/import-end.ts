import type { Import } from '#schemas/generated/types.ts';
import { now } from '../../platform/clock/clock.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { updateAttachmentReferences } from '../resource/rules/attachments.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import type { ImportReport } from './import-report.ts';
import { showImport } from './import-visibility.ts';
import { importableOf } from './importable.ts';

interface ImportEnd {
  imported: Import;
  outcome: ImportReport;
  rows: number;
  /** The resource's own final step, in the same transaction. */
  end: () => Promise<void>;
}

/**
 * Completes an import: makes its records visible all at once, or records why it failed. Does nothing if another worker
 * has taken it over.
 */
export async function completeImport({ imported, outcome, rows, end }: ImportEnd): Promise<void> {
  const { problemCount, problems, unmatchedCount, unmatched, emptyRows, totalRowCount, totalRows } = outcome;
  const listed = { problemCount, problems, unmatchedCount, unmatched, emptyRows, totalRowCount, totalRows };
  const report = { ...listed, rows, bytes: imported.size };
  await transaction(async () => {
    const status = problemCount === 0 ? 'done' : 'failed';
    const ended = await saveImportEnd(imported, { ...report, status });
    if (!ended) return;
    if (status === 'failed') return void (await enqueueJob('importUpkeep', `Import/${imported.id}`));
    await end();
    await showImport(imported.number);
  });
}

/** Ends an import whose job was canceled or given up, in that transaction. */
export async function failImport(id: string, status: 'canceled' | 'failed'): Promise<void> {
  const imported = await storeOf('Import').findOne({ _id: id, status: 'running' });
  if (imported && (await saveImportEnd(imported, { status }))) await enqueueJob('importUpkeep', `Import/${id}`);
}

/** Saves how an import ended and releases its file. Returns null if the import has changed meanwhile. */
export async function saveImportEnd(imported: Import, changes: Partial<Import>): Promise<Import | null> {
  const { id, status, attempt } = imported;
  const ended = { ...changes, file: null, endedAt: now().toISOString() };
  const settled = await storeOf('Import').update({ _id: id, status, attempt }, ended);
  if (settled) await updateAttachmentReferences('Import', imported, settled);
  return settled;
}

/** Records to delete or change per batch. */
const batchSize = 2_000;

/** Deletes the hidden records of an import in batches. */
export async function deleteImportRecords(
  imported: Import,
  reportProgress: (done: number) => Promise<void>,
): Promise<void> {
  const records = storeOf(imported.resource);
  for (let done = 0; ; ) {
    const ids = await idsOf(imported, {});
    if (ids.length === 0) break;
    done += await records.deleteMany({ _id: { $in: ids } });
    await reportProgress(done);
  }
  await importableOf(imported).onDeleted?.(imported);
}

/** Hides or shows the records of an import in batches. */
export async function updateVisibility(
  imported: Import,
  reportProgress: (done: number) => Promise<void>,
): Promise<void> {
  const { hidden } = imported;
  const records = storeOf(imported.resource);
  for (let done = 0; ; ) {
    const ids = await idsOf(imported, { hidden: !hidden });
    if (ids.length === 0) return;
    done += await records.updateMany({ _id: { $in: ids } }, { $set: { hidden }, $inc: { revision: 1 } });
    await reportProgress(done);
  }
}

async function idsOf({ resource, number }: Import, more: object): Promise<string[]> {
  const filter = { importNumber: number, ...more };
  const found = await storeOf(resource).find({ filter, limit: batchSize, only: ['revision'] });
  return found.map(({ id }) => id);
}
