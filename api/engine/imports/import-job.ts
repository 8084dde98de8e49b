import type { File, Import } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { now } from '../../platform/clock/clock.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { may, viewerNow } from '../access/viewer.ts';
import { type JobKind, type ReportProgress, subjectId, transactionTimeout } from '../jobs/kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { updateAttachmentReferences } from '../resource/rules/attachments.ts';
import { storeOf } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { CellIssue, cellReader } from './cells.ts';
import { type CsvRow, parseCsv, UnreadableCsv } from './csv-rows.ts';
import { toUtf8 } from './encoding.ts';
import { showImport } from './import-visibility.ts';
import {
  type Importable,
  ImportReport,
  type ImportRun,
  importableOf,
  isEmptyRow,
  type ReadRow,
  type ResolvedRows,
  totalRowTest,
} from './importable.ts';

/** Maximum rows per file. */
const maxImportRows = 2_000_000;

/** This worker has lost the import: it was canceled or taken over by another worker. */
class ImportLost extends Error {}

/**
 * Background job that imports the rows of a file. Each batch is stored in a transaction with the progress, under an
 * import number that is not visible yet; the last step makes all rows visible. If the worker crashes, another one
 * restarts the import from scratch.
 */
export const importJob: JobKind<'import'> = {
  name: 'import',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  giveUpAfter: 86_400_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, reportProgress) {
    const imported = await claim(subjectId(subject));
    if (!imported) return;
    try {
      await runImport(imported, reportProgress);
    } catch (error) {
      if (!(error instanceof ImportLost)) throw error;
    }
  },
  async onStatusChange({ subject, status }) {
    if (status === 'canceled' || status === 'failed') await failImport(subjectId(subject), status);
  },
};

/**
 * Claims the import, so that other workers' writes fail from here on (fencing). Returns null if it is no longer to be
 * run.
 */
async function claim(id: string): Promise<Import | null> {
  const lists = { problemCount: 0, problems: [], unmatchedCount: 0, unmatched: [], totalRowCount: 0, totalRows: [] };
  const afresh = { ...lists, rows: 0, bytes: 0, emptyRows: 0 };
  const update = { $set: afresh, $inc: { attempt: 1 } };
  const updated = await storeOf('Import').updateDerived({ _id: id, status: 'running' }, update);
  return updated === 0 ? null : await storeOf('Import').findOne({ _id: id });
}

async function runImport(imported: Import, reportProgress: ReportProgress): Promise<void> {
  const importable = importableOf(imported);
  // Delete what an unfinished attempt stored.
  await deleteImportRecords(imported, (done) => reportProgress(done));
  const outcome = new ImportReport(imported);
  const work = new Work({ imported, run: importable.begin(imported), read: rowReader(imported, importable), outcome });
  if (!(await isAllowed(imported)))
    outcome.fault({ line: 0, field: '', value: '', message: 'The user who started the import may no longer import' });
  else await work.through(await sourceOf(imported), reportProgress);
  await work.end();
}

async function isAllowed({ user, actor, resource }: Import): Promise<boolean> {
  const viewer = await viewerNow(user, actor);
  return viewer !== null && may(viewer, 'create', resource, {});
}

async function sourceOf({ file: id }: Import): Promise<File> {
  const file = id && (await storeOf('File').findOne({ _id: id }));
  if (file) return file;
  throw new Error('The file of the import no longer exists');
}

/**
 * Reads the cells of a line according to the mapping and reports invalid ones. Returns undefined for a row that is
 * skipped.
 */
type ReadLine = (line: CsvRow, outcome: ImportReport) => ReadRow | undefined;

function rowReader(imported: Import, importable: Importable): ReadLine {
  const { mapping, columns, kind, countTotals } = imported;
  const isTotal = totalRowTest(imported, importable.totals);
  const options = { ...imported, today: now().toISOString().slice(0, 10) };
  const fields = new Map(importable.fields(kind).map((field): [string, Field] => [field.name, field]));
  const readers = mapping.flatMap((name, index) => {
    const field = name === null ? undefined : fields.get(name);
    return field ? [{ index, name: field.name, word: lastWord(field.name), read: cellReader(field, options) }] : [];
  });
  return (row, outcome) => {
    const { line, cells } = row;
    if (isEmptyRow(row)) {
      outcome.emptyRows += 1;
      return undefined;
    }
    if (isTotal(row)) {
      outcome.total(row);
      if (!countTotals) return undefined;
    }
    const values: Record<string, unknown> = {};
    if (cells.length !== columns.length) {
      const message = `The line has ${plural(cells.length, 'cell')}, but the header has ${plural(columns.length, 'column')}`;
      outcome.fault({ line, field: '', value: '', message });
      return { line, values };
    }
    for (const { index, name, word, read } of readers) {
      const cell = cells[index] ?? '';
      const value = read(cell);
      if (value instanceof CellIssue) outcome.fault({ line, field: name, value: cell, message: value.message });
      else if (value !== undefined) values[word] = value;
    }
    return { line, values };
  };
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const lastWord = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

interface WorkContext {
  imported: Import;
  run: ImportRun;
  read: ReadLine;
  outcome: ImportReport;
}

/** A batch of rows with the progress after it. */
interface Batch {
  rows: number;
  bytes: number;
  completed?: ResolvedRows;
}

/** Pipeline of one worker: while a batch is stored, the next one is read and its references are resolved. */
class Work {
  readonly #parts: WorkContext;
  #lines = 0;
  #rows = 0;
  #stored = 0;
  #bytes = 0;

  constructor(parts: WorkContext) {
    this.#parts = parts;
  }

  async through({ storage: [place], size }: File, reportProgress: ReportProgress): Promise<void> {
    const { imported, outcome } = this.#parts;
    if (!place) throw new Error('The import has no stored file');
    const bytes = this.#counted(fileStore(place.type).get(place.location, { start: 0, end: size }));
    let storing: Promise<unknown> = Promise.resolve();
    let isFirst = true;
    try {
      for await (const lines of parseCsv(toUtf8(bytes, imported.encoding), imported.separator)) {
        const rows = isFirst ? lines.slice(1) : lines;
        isFirst = false;
        const completed = await this.#complete(rows);
        await storing;
        storing = this.#store(completed, reportProgress);
        // The next iteration awaits it; this prevents an unhandled rejection until then.
        storing.catch(() => undefined);
        if (this.#lines > maxImportRows) break;
      }
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
      outcome.fault({ line: error.line, field: '', value: '', message: error.message });
    }
    await storing;
    if (this.#rows > 0 || outcome.problemCount > 0) return;
    const message = outcome.totalRowCount > 0 ? 'The file has only totals rows' : 'The file has no rows';
    outcome.fault({ line: 0, field: '', value: '', message });
  }

  /** Resolves a batch of rows. Nothing is stored anymore once a row is invalid. */
  async #complete(lines: CsvRow[]): Promise<Batch> {
    const { read, run, outcome } = this.#parts;
    this.#lines += lines.length;
    const rows = this.#lines > maxImportRows ? [] : lines.flatMap((line) => read(line, outcome) ?? []);
    this.#rows += rows.length;
    const batch = { rows: this.#rows, bytes: this.#bytes };
    if (this.#lines > maxImportRows) {
      const message = `At most ${maxImportRows.toLocaleString('en-US')} rows per file`;
      outcome.fault({ line: lines.at(-1)?.line ?? 0, field: '', value: '', message });
    }
    if (outcome.problemCount > 0 || rows.length === 0) return batch;
    const completed = await run.resolve(rows);
    for (const fault of completed.faults) outcome.fault({ value: '', ...fault });
    outcome.unmatch(completed.unmatched);
    return outcome.problemCount === 0 ? { ...batch, completed } : batch;
  }

  /** Stores a batch and the progress in one transaction, if the import is still this worker's. */
  async #store({ completed, ...progress }: Batch, reportProgress: ReportProgress): Promise<void> {
    const { imported } = this.#parts;
    const stored = transaction(async () => {
      const ownImport = { _id: imported.id, status: 'running', attempt: imported.attempt };
      await completed?.store();
      // Last, so that a concurrent cancellation does not wait, and these rows are rolled back with it.
      if ((await storeOf('Import').updateDerived(ownImport, { $set: progress })) === 0) throw new ImportLost();
    });
    // Report progress in parallel, because it is a separate write; both must end before the next step.
    const [isStored, isReported] = await Promise.allSettled([stored, reportProgress(this.#stored)]);
    for (const each of [isStored, isReported]) if (each.status === 'rejected') throw each.reason;
    this.#stored = progress.rows;
  }

  async end(): Promise<void> {
    const { imported, outcome, run } = this.#parts;
    await completeImport({ imported, outcome, rows: this.#rows, end: () => run.end() });
  }

  async *#counted(bytes: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    for await (const chunk of bytes) {
      if (chunk instanceof Uint8Array) this.#bytes += chunk.length;
      yield chunk;
    }
  }
}

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
async function completeImport({ imported, outcome, rows, end }: ImportEnd): Promise<void> {
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
async function failImport(id: string, status: 'canceled' | 'failed'): Promise<void> {
  const imported = await storeOf('Import').findOne({ _id: id, status: 'running' });
  if (imported && (await saveImportEnd(imported, { status }))) await enqueueJob('importUpkeep', `Import/${id}`);
}

/** Saves how an import ended and releases its file. Returns null if the import has changed meanwhile. */
async function saveImportEnd(imported: Import, changes: Partial<Import>): Promise<Import | null> {
  const { id, status, attempt } = imported;
  const ended = { ...changes, file: null, endedAt: now().toISOString() };
  const settled = await storeOf('Import').update({ _id: id, status, attempt }, ended);
  if (settled) await updateAttachmentReferences('Import', imported, settled);
  return settled;
}

/** Records to delete or change per batch. */
const batchSize = 2_000;

/** Deletes the hidden records of an import in batches. */
async function deleteImportRecords(imported: Import, reportProgress: (done: number) => Promise<void>): Promise<void> {
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
async function updateVisibility(imported: Import, reportProgress: (done: number) => Promise<void>): Promise<void> {
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

/**
 * Background job for imports beyond loading rows: hides, shows and deletes records, cleans up after failed or canceled
 * imports, and cancels abandoned drafts. Idempotent.
 */
export const importUpkeepJob: JobKind<'importUpkeep'> = {
  name: 'importUpkeep',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work({ subject }, reportProgress) {
    const imported = await storeOf('Import').findOne({ _id: subjectId(subject) });
    if (imported) await upkeep[imported.status](imported, reportProgress);
  },
};

type Upkeep = (imported: Import, reportProgress: ReportProgress) => Promise<void>;

const nothing: Upkeep = async () => undefined;

/** Work per import status. */
const upkeep: Record<Import['status'], Upkeep> = {
  draft: async (imported) => transaction(async () => void (await saveImportEnd(imported, { status: 'canceled' }))),
  running: nothing,
  done: nothing,
  removed: nothing,
  failed: collect,
  canceled: collect,
  hiding: changeVisibility,
  showing: changeVisibility,
  removing: async (imported, reportProgress) => {
    await deleteImportRecords(imported, reportProgress);
    await transaction(async () => {
      if (await storeOf('Import').update(unchanged(imported), { status: 'removed', endedAt: now().toISOString() }))
        await showImport(imported.number);
    });
  },
};

const unchanged = ({ id, status }: Import) => ({ _id: id, status });

/** Deletes the records of an incomplete import and releases its file. */
async function collect(imported: Import, reportProgress: ReportProgress): Promise<void> {
  if (imported.number > 0) {
    await deleteImportRecords(imported, reportProgress);
    await showImport(imported.number);
  }
  if (imported.file) await transaction(async () => void (await saveImportEnd(imported, {})));
}

async function changeVisibility(imported: Import, reportProgress: ReportProgress): Promise<void> {
  const importable = importableOf(imported);
  await importable.onVisibilityChange?.(imported);
  await updateVisibility(imported, reportProgress);
  await transaction(async () => {
    if (await storeOf('Import').update(unchanged(imported), { status: 'done' }))
      await importable.onVisibilityChange?.(imported);
  });
}
