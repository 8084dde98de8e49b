import type { File, Import } from '#schemas/generated/types.ts';
import { now } from '../../platform/clock/clock.ts';
import { may, type Viewer, viewerNow } from '../access/viewer.ts';
import { type JobKind, type ReportProgress, subjectId, transactionTimeout } from '../jobs/kind.ts';
import { enqueueJob } from '../jobs/queue.ts';
import { storeOf } from '../store/store.ts';
import { dryRun, InsertsRejected, transaction } from '../store/transaction.ts';
import { type CsvRow, UnreadableCsv } from './csv-rows.ts';
import { dataRows, type ReadLine, rowReader, sourceOf } from './data-rows.ts';
import { deleteImportRecords, ownImport, resourceOf, saveImportEnd, stillInStatus } from './import-upkeep.ts';
import { hideImport, showImport } from './import-visibility.ts';
import {
  emptyReport,
  type FaultyFields,
  type Importable,
  ImportReport,
  type ImportRun,
  importableOf,
  type ReportedParts,
  type ResolvedRows,
  type RowFault,
  type RowOutcome,
  RowRejected,
  reportOf,
} from './importable.ts';
import { previousImports } from './upload.ts';

/** Maximum rows per file: of records that are stored in bulk, and of those that are saved one by one. */
const maxRows = { bulk: 2_000_000, saved: 100_000 };

/** Rows that are saved in one transaction. */
const savedAtOnce = 500;

/** An import that saves records one by one ends with an unexpected error after this many attempts. */
const maxAttempts = 5;

/** This worker has lost the import: it was canceled or taken over by another worker. */
class ImportLost extends Error {}

/**
 * Background job that checks or imports the rows of a file. Records that are stored in bulk get an import number that
 * is not visible yet; the last step makes all of them visible, and a restart begins from scratch. Records that are
 * saved one by one are all checked first, then saved in chunks, each in a transaction with the progress and with what
 * undoes it, so that a restart continues after the last chunk.
 */
export const importJob: JobKind<'import'> = {
  name: 'import',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  giveUpAfter: 86_400_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject, attempts }, reportProgress) {
    const imported = await claim(subjectId(subject));
    if (!imported) return;
    try {
      await runImport(imported, reportProgress);
    } catch (error) {
      if (error instanceof ImportLost) return;
      if (attempts < maxAttempts || !importableOf(imported).saved) throw error;
      await endWithFault(imported, 'An unexpected error occurred');
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
  const open = { _id: id, status: { $in: ['checking', 'running'] } };
  const updated = await storeOf('Import').updateDerived(open, { $inc: { attempt: 1 } });
  if (updated === 0) return null;
  const imported = await storeOf('Import').findOne({ _id: id });
  if (!imported || imported.position > 0) return imported;
  // Nothing is saved yet: begin afresh, with the result of the check if there was one.
  const afresh = { ...(imported.isChecked ? {} : emptyReport()), rows: 0, bytes: 0 };
  await storeOf('Import').updateDerived({ _id: id, attempt: imported.attempt }, { $set: afresh });
  return { ...imported, ...afresh };
}

async function runImport(imported: Import, reportProgress: ReportProgress): Promise<void> {
  const importable = importableOf(imported);
  const viewer = await importingUser(imported, importable);
  if (!viewer) return await endWithFault(imported, 'The user who started the import may no longer import');
  const file = await sourceOf(imported);
  const pass = (kind: PassKind, parts: ReportedParts) =>
    new Pass({
      ...{ imported, importable, kind, viewer },
      run: importable.begin(imported, viewer),
      report: new ImportReport(imported, parts),
    });
  if (imported.status === 'checking' || (importable.saved && !imported.isChecked)) {
    const check = pass('check', emptyReport());
    await check.through(file, reportProgress);
    if (!(await check.endCheck())) return;
  }
  if (!importable.saved) await deleteImportRecords(imported, (done) => reportProgress(done));
  const write = pass('write', imported.position > 0 ? reportOf(imported) : emptyReport());
  if (await write.through(file, reportProgress)) await write.end();
}

/** The user of an import, if they may still import. */
async function importingUser(imported: Import, { saved }: Importable): Promise<Viewer | null> {
  const viewer = await viewerNow(imported.user, imported.actor);
  if (!viewer) return null;
  const mayImport = saved ? saved.mayImport(viewer) : may(viewer, 'create', resourceOf(imported), {});
  // The import was started after a recent sign-in, and runs as if it were still that time.
  return mayImport ? { ...viewer, ...(imported.isFresh ? { signedInAt: now().toISOString() } : {}) } : null;
}

type PassKind = 'check' | 'write';

interface PassContext {
  imported: Import;
  importable: Importable;
  kind: PassKind;
  viewer: Viewer;
  run: ImportRun;
  report: ImportReport;
}

/** A batch of rows with the progress after it. */
interface Batch {
  progress: { rows: number; bytes: number; position: number };
  resolved?: ResolvedRows;
}

/** One pass over the file. While a batch is stored in bulk, the next one is read and its references are resolved. */
class Pass {
  readonly #context: PassContext;
  readonly #read: ReadLine;
  #lines = 0;
  #rows = 0;
  #stored = 0;
  #bytes = 0;

  constructor(context: PassContext) {
    this.#context = context;
    this.#read = rowReader(context.imported, context.importable);
    if (this.#isResumed) this.#rows = context.imported.rows;
  }

  get #isResumed(): boolean {
    const { kind, imported } = this.#context;
    return kind === 'write' && imported.position > 0;
  }

  /** Whether a fault ends the pass, because all rows or none are imported. */
  get #isOver(): boolean {
    const { kind, imported, importable, report } = this.#context;
    return kind === 'write' && importable.saved !== undefined && !imported.onlyValid && report.parts.problemCount > 0;
  }

  /** Goes through the file. Returns false if the import has ended with a fault. */
  async through(file: File, reportProgress: ReportProgress): Promise<boolean> {
    const { imported, importable, report } = this.#context;
    const limit = importable.saved ? maxRows.saved : maxRows.bulk;
    let storing: Promise<unknown> = Promise.resolve();
    try {
      for await (const lines of dataRows(imported, file, (count) => (this.#bytes += count))) {
        for (const rows of importable.saved ? chunksOf(lines, savedAtOnce) : [lines]) {
          const fresh = this.#unsaved(rows);
          if (fresh.length === 0) continue;
          const batch = await this.#resolve(fresh, limit);
          await storing;
          if (this.#isOver) break;
          storing = this.#store(batch, reportProgress);
          // Records that are saved one by one depend on those before them.
          if (importable.saved) await storing;
          // The next iteration awaits it; this prevents an unhandled rejection until then.
          else storing.catch(() => undefined);
        }
        if (this.#lines > limit || this.#isOver) break;
      }
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error;
      report.fault({ line: error.line, field: '', message: error.message });
    }
    await storing;
    const { problemCount, totalRowCount } = report.parts;
    if (this.#rows === 0 && problemCount === 0)
      report.fault({
        line: 0,
        field: '',
        message: totalRowCount > 0 ? 'The file has only totals rows' : 'The file has no rows',
      });
    return true;
  }

  /** The rows that an interrupted attempt has not saved. */
  #unsaved(rows: CsvRow[]): CsvRow[] {
    const { imported } = this.#context;
    const saved = this.#isResumed ? Math.max(0, imported.position - this.#lines) : 0;
    this.#lines += Math.min(saved, rows.length);
    return rows.slice(saved);
  }

  /** Resolves a batch of rows. In bulk, a run that stores all rows or none stops once a row is invalid. */
  async #resolve(lines: CsvRow[], limit: number): Promise<Batch> {
    const { run, report, importable, imported, kind } = this.#context;
    report.nextBatch();
    this.#lines += lines.length;
    const isTooLong = this.#lines > limit;
    const read = isTooLong ? [] : lines.flatMap((line) => this.#read(line, report) ?? []);
    this.#rows += read.length;
    const progress = { rows: this.#rows, bytes: this.#bytes, position: this.#lines };
    if (isTooLong) {
      const message = `At most ${limit.toLocaleString('en-US')} rows per file`;
      report.fault({ line: lines.at(-1)?.line ?? 0, field: '', message });
    }
    const faulty: FaultyFields = new Map(report.faultyFields);
    // Rows of saved records can have further faults, and a record keeps its place in a replaced import.
    const resolvable = importable.saved ? read : read.filter(({ line }) => !faulty.has(line));
    const isStopped = kind === 'write' && !importable.saved && !imported.onlyValid && report.parts.problemCount > 0;
    if (isTooLong || isStopped || this.#isOver || resolvable.length === 0) return { progress };
    const resolved = await run.resolve(resolvable, faulty);
    for (const fault of resolved.faults) report.fault(fault);
    for (const name of resolved.unknown) report.unknown(name);
    report.unmatch(resolved.unmatched);
    if (resolved.isNameSearchPartial) report.parts.isNameSearchPartial = true;
    return { progress, resolved };
  }

  /** Stores a batch, or only tries to. A row that is rejected is left out, and the others are tried again. */
  async #store({ progress, resolved }: Batch, reportProgress: ReportProgress): Promise<void> {
    const { kind, importable, imported, report } = this.#context;
    const isWritten = kind === 'write' && (importable.saved || imported.onlyValid || report.parts.problemCount === 0);
    for (;;) {
      try {
        const outcomes = await (isWritten ? this.#write : this.#check).call(
          this,
          { progress, resolved },
          reportProgress,
        );
        report.count(outcomes);
        break;
      } catch (error) {
        if (error instanceof InsertsRejected && resolved?.saveSeparately) {
          // Finds the row with the duplicate key.
          resolved.saveSeparately();
          continue;
        }
        if (!(error instanceof RowRejected)) throw error;
        report.fault(error.fault);
        if (this.#isOver) return;
        resolved?.drop(error.fault.line);
      }
    }
    this.#stored = progress.rows;
  }

  /** Saves the records in a transaction that is rolled back, with all checks of a save. */
  async #check({ resolved }: Batch, reportProgress: ReportProgress): Promise<RowOutcome[]> {
    const { importable } = this.#context;
    await reportProgress(this.#stored);
    if (!resolved || !importable.saved) return resolved?.outcomes ?? [];
    const done: { outcomes: RowOutcome[]; faults: RowFault[] } = { outcomes: [], faults: [] };
    await dryRun(async () => {
      done.faults = [];
      done.outcomes = await resolved.store((fault) => done.faults.push(fault));
    });
    for (const fault of done.faults) this.#context.report.fault(fault);
    return done.outcomes;
  }

  /** Stores a batch and the progress in one transaction, if the import is still this worker's. */
  async #write({ progress, resolved }: Batch, reportProgress: ReportProgress): Promise<RowOutcome[]> {
    const { imported, importable, report } = this.#context;
    const stored = transaction(async () => {
      const ownImport = { _id: imported.id, status: 'running', attempt: imported.attempt };
      const outcomes = (await resolved?.store()) ?? [];
      const counted = importable.saved ? countedParts(imported, report, outcomes) : {};
      const { position, ...counts } = progress;
      const $set = { ...counts, ...counted, ...(importable.saved ? { position } : {}) };
      // Last, so that a concurrent cancelation does not wait, and these rows are rolled back with it.
      if ((await storeOf('Import').updateDerived(ownImport, { $set })) === 0) throw new ImportLost();
      return outcomes;
    });
    // Report progress in parallel, because it is a separate write; both must end before the next step.
    const [isStored, isReported] = await Promise.allSettled([stored, reportProgress(this.#stored)]);
    if (isStored.status === 'rejected') throw isStored.reason;
    if (isReported.status === 'rejected') throw isReported.reason;
    return isStored.value;
  }

  /** Stores the result of the check. Returns whether the import continues. */
  async endCheck(): Promise<boolean> {
    const { imported, importable, report, run, viewer } = this.#context;
    const { parts } = report;
    const { id, attempt, status, onlyValid, faulty: _before } = imported;
    const own = { _id: id, attempt, status };
    const isFailed = parts.problemCount > 0 && (!onlyValid || parts.faulty === this.#rows);
    if (status === 'running' && isFailed) {
      await completeImport({ imported, parts, rows: this.#rows, end: async () => undefined });
      return false;
    }
    const isChecked = importable.saved !== undefined;
    const found = await previousImports(viewer, imported, await run.sameKeys?.());
    const others = await Promise.all(found.map(async (each) => await run.othersIn?.(each.import)));
    const previous = found.map((each, at) => ({ ...each, others: others[at] ?? null }));
    const ended = status === 'checking' ? { status: 'checked', previous } : {};
    const $set = { ...parts, rows: this.#rows, isChecked, ...ended };
    const isOwn = (await storeOf('Import').updateMany(own, { $set, $inc: { revision: 1 } })) > 0;
    if (isOwn) imported.isChecked = isChecked;
    return isOwn && status === 'running';
  }

  async end(): Promise<void> {
    const { imported, report, run } = this.#context;
    await completeImport({ imported, parts: report.parts, rows: this.#rows, end: () => run.end() });
  }
}

function chunksOf<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** The report with the outcomes of a chunk whose transaction has not ended yet. */
function countedParts(imported: Import, { parts }: ImportReport, outcomes: RowOutcome[]): ReportedParts {
  const { changes, duplicateGroups } = structuredClone({
    changes: parts.changes,
    duplicateGroups: parts.duplicateGroups,
  });
  const next = new ImportReport(imported, { ...parts, changes, duplicateGroups });
  next.count(outcomes);
  return next.parts;
}

async function endWithFault(imported: Import, message: string): Promise<void> {
  const report = new ImportReport(imported, imported.position > 0 ? reportOf(imported) : emptyReport());
  report.fault({ line: 0, field: '', message });
  await completeImport({
    imported: { ...imported, onlyValid: false },
    parts: report.parts,
    rows: imported.rows,
    end: async () => undefined,
  });
}

interface ImportEnd {
  imported: Import;
  parts: ReportedParts;
  rows: number;
  /** The resource's own final step, in the same transaction. */
  end: () => Promise<void>;
}

/**
 * Completes an import: makes its records visible all at once, or records why it failed. Does nothing if another worker
 * has taken it over.
 */
async function completeImport({ imported, parts, rows, end }: ImportEnd): Promise<void> {
  const { id, onlyValid, position, resource } = imported;
  const { saved } = importableOf({ resource });
  const report = { ...parts, rows: onlyValid && !saved ? rows - parts.faulty : rows, bytes: imported.size };
  await transaction(async () => {
    const isDone = parts.problemCount === 0 || (onlyValid && parts.faulty < rows);
    const status = isDone ? 'done' : 'failed';
    const written = saved ? await storeOf('ImportChange').count({ import: id }, 1) : position;
    const isUndone = !isDone && written > 0;
    const ended = isUndone
      ? await storeOf('Import').update(ownImport(imported), { ...report, status: 'undoing', undoTo: 'failed' })
      : await saveImportEnd(imported, { ...report, status }, parts.faulty > 0 && rows > 0);
    if (!ended) return;
    if (!isDone) return void (await enqueueJob('importUpkeep', `Import/${id}`));
    await end();
    await showImport(imported.number);
    if (imported.repeat === 'replace') for (const each of imported.previous) await replaceImport(each.import, id);
  });
}

/** Removes an earlier import that another one replaces, in the transaction that completes the other one. */
async function replaceImport(id: string, replacedBy: string): Promise<void> {
  const earlier = await storeOf('Import').findOne({ _id: id, status: 'done' });
  if (!earlier) return;
  if (!importableOf(earlier).saved) await hideImport(earlier.number);
  await storeOf('Import').update(stillInStatus(earlier), { status: 'removing', replacedBy });
  await enqueueJob('importUpkeep', `Import/${id}`);
}

/** Ends an import whose job was canceled or given up, in that transaction. */
async function failImport(id: string, status: 'canceled' | 'failed'): Promise<void> {
  const imported = await storeOf('Import').findOne({ _id: id, status: { $in: ['checking', 'running'] } });
  if (!imported) return;
  const isUndone = imported.position > 0 && importableOf(imported).saved;
  const ended = isUndone
    ? await storeOf('Import').update(ownImport(imported), { status: 'undoing', undoTo: status })
    : await saveImportEnd(imported, { status });
  if (ended) await enqueueJob('importUpkeep', `Import/${id}`);
}
