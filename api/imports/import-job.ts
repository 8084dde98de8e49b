import type { File, Import } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { may, viewerNow } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { fileStore } from '../files/file-stores.ts';
import { idIn, type JobKind, longestOfDatabase, type Tell } from '../jobs/kind.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { cellReader, Misfit } from './cells.ts';
import { inUtf8 } from './encoding.ts';
import { clear, endImport, failImport } from './ends.ts';
import { type Completed, type Importable, type ImportRun, importableOf, type ReadRow } from './importable.ts';
import { type Line, linesOf, Unreadable } from './lines.ts';
import { Outcome } from './outcome.ts';
import { isEmptyRow, totalRowTest } from './total-rows.ts';

/** Rows of one file at most. */
export const mostRows = 2_000_000;

/** The import is no longer this worker's: it was canceled, or somebody else goes on with it. */
class Left extends Error {}

/**
 * Brings the rows of a file in. They are stored some thousand at a time, each such piece in a transaction that notes how far
 * it is, under a number that nobody sees; the last one shows them all. Who dies before leaves it to another worker, who begins anew.
 */
export const importJob: JobKind<'import'> = {
  name: 'import',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  triedFor: 86_400_000,
  cancelableIn: ['waiting', 'running'],
  async work({ subject }, tell) {
    const imported = await begin(idIn(subject));
    if (!imported) return;
    try {
      await bringIn(imported, tell);
    } catch (error) {
      if (!(error instanceof Left)) throw error;
    }
  },
  async follow({ subject, status }) {
    if (status === 'canceled' || status === 'failed') await failImport(idIn(subject), status);
  },
};

/** Takes the import over: from here on no other worker stores anything for it. Null for one that is not to be done any more. */
async function begin(id: string): Promise<Import | null> {
  const lists = { problemCount: 0, problems: [], unmatchedCount: 0, unmatched: [], totalRowCount: 0, totalRows: [] };
  const afresh = { ...lists, rows: 0, bytes: 0, emptyRows: 0 };
  const update = { $set: afresh, $inc: { attempt: 1 } };
  const begun = await store('Import').rewrite({ _id: id, status: 'running' }, update);
  return begun === 0 ? null : await store('Import').findOne({ _id: id });
}

async function bringIn(imported: Import, tell: Tell): Promise<void> {
  const importable = importableOf(imported);
  // What an attempt has stored that came to no end.
  await clear(imported, (done) => tell(done));
  const outcome = new Outcome(imported);
  const work = new Work({ imported, run: importable.begin(imported), read: rowReader(imported, importable), outcome });
  if (!(await isAllowed(imported)))
    outcome.fault({ line: 0, field: '', value: '', message: 'Who began this may not import any more' });
  else await work.through(await sourceOf(imported), tell);
  await work.end();
}

async function isAllowed({ user, actor, resource }: Import): Promise<boolean> {
  const viewer = await viewerNow(user, actor);
  return viewer !== null && may(viewer, 'create', resource, {});
}

async function sourceOf({ file: id }: Import): Promise<File> {
  const file = id && (await store('File').findOne({ _id: id }));
  if (file) return file;
  throw new Error('The file of the import is gone');
}

/** Reads the cells of a line by the mapping, and reports what does not fit. Undefined for a row that is left out. */
type ReadLine = (line: Line, outcome: Outcome) => ReadRow | undefined;

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
      const message = `The line has ${some(cells.length, 'cell')}, and the first one names ${some(columns.length, 'column')}`;
      outcome.fault({ line, field: '', value: '', message });
      return { line, values };
    }
    for (const { index, name, word, read } of readers) {
      const cell = cells[index] ?? '';
      const value = read(cell);
      if (value instanceof Misfit) outcome.fault({ line, field: name, value: cell, message: value.message });
      else if (value !== undefined) values[word] = value;
    }
    return { line, values };
  };
}

const some = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const lastWord = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

interface Parts {
  imported: Import;
  run: ImportRun;
  read: ReadLine;
  outcome: Outcome;
}

/** Some rows of a file: how far it is read with them, and what comes of them. */
interface Piece {
  rows: number;
  bytes: number;
  completed?: Completed;
}

/** One worker's way through a file: while some rows are stored, the next are read, and what they name is found. */
class Work {
  readonly #parts: Parts;
  #lines = 0;
  #rows = 0;
  #stored = 0;
  #bytes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async through({ storage: [place], size }: File, tell: Tell): Promise<void> {
    const { imported, outcome } = this.#parts;
    if (!place) throw new Error('The file of the import is kept nowhere');
    const bytes = this.#counted(fileStore(place.type).get(place.location, { start: 0, end: size }));
    let storing: Promise<unknown> = Promise.resolve();
    let isFirst = true;
    try {
      for await (const lines of linesOf(inUtf8(bytes, imported.encoding), imported.separator)) {
        const rows = isFirst ? lines.slice(1) : lines;
        isFirst = false;
        const completed = await this.#complete(rows);
        await storing;
        storing = this.#store(completed, tell);
        // Its failure is met by the next turn; until then nobody awaits it.
        storing.catch(() => undefined);
        if (this.#lines > mostRows) break;
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      outcome.fault({ line: error.line, field: '', value: '', message: error.message });
    }
    await storing;
    if (this.#rows > 0 || outcome.problemCount > 0) return;
    const message = outcome.totalRowCount > 0 ? 'The file has no rows but totals' : 'The file has no rows';
    outcome.fault({ line: 0, field: '', value: '', message });
  }

  /** What comes of some rows; nothing is stored any more once one is faulty. */
  async #complete(lines: Line[]): Promise<Piece> {
    const { read, run, outcome } = this.#parts;
    this.#lines += lines.length;
    const rows = this.#lines > mostRows ? [] : lines.flatMap((line) => read(line, outcome) ?? []);
    this.#rows += rows.length;
    const piece = { rows: this.#rows, bytes: this.#bytes };
    if (this.#lines > mostRows) {
      const message = `A file may have ${mostRows.toLocaleString('en-US')} rows`;
      outcome.fault({ line: lines.at(-1)?.line ?? 0, field: '', value: '', message });
    }
    if (outcome.problemCount > 0 || rows.length === 0) return piece;
    const completed = await run.complete(rows);
    for (const fault of completed.faults) outcome.fault({ value: '', ...fault });
    outcome.unmatch(completed.unmatched);
    return outcome.problemCount === 0 ? { ...piece, completed } : piece;
  }

  /** Stores some rows, if the import is still this worker's; how far it is stands in the same transaction. */
  async #store({ completed, ...progress }: Piece, tell: Tell): Promise<void> {
    const { imported } = this.#parts;
    const stored = transaction(async () => {
      const ours = { _id: imported.id, status: 'running', attempt: imported.attempt };
      await completed?.store();
      // At the end: whoever cancels meanwhile waits for nothing, and these rows go with it.
      if ((await store('Import').rewrite(ours, { $set: progress })) === 0) throw new Left();
    });
    // Meanwhile, since to be told of is a write of its own, and nothing follows before both have ended.
    const [isStored, isTold] = await Promise.allSettled([stored, tell(this.#stored)]);
    for (const each of [isStored, isTold]) if (each.status === 'rejected') throw each.reason;
    this.#stored = progress.rows;
  }

  async end(): Promise<void> {
    const { imported, outcome, run } = this.#parts;
    await endImport({ imported, outcome, rows: this.#rows, end: () => run.end() });
  }

  async *#counted(bytes: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    for await (const chunk of bytes) {
      if (chunk instanceof Uint8Array) this.#bytes += chunk.length;
      yield chunk;
    }
  }
}
