import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { File } from '#schemas/generated/types.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { escapeGuard } from '../resource/lists/csv.ts';
import { decimalText } from '../resource/lists/export-rows.ts';
import type { CsvRow } from './csv-rows.ts';
import type { Workbook, WorkbookCell, WorkbookTask } from './workbook-worker.ts';
import { isZip, zipFault } from './zip-directory.ts';

/** Maximum size of a workbook and of the heap that reads it, and the time for it. */
const limits = { bytes: 20 * 2 ** 20, heapMegabytes: 512, milliseconds: 30_000 };

const unreadable = 'The workbook is too complex to be read: save the sheet as CSV and choose that file';

/** The file is no workbook that can be read. */
export class UnreadableWorkbook extends Error {}

/** The end of the latest read: only one workbook at a time takes memory. */
let latest: Promise<unknown> = Promise.resolve();

/**
 * Reads a sheet of an Excel workbook in a child process with a limited heap, because a small file can contain millions
 * of cells. Throws an UnreadableWorkbook.
 */
async function readWorkbook(bytes: Buffer, sheet: string | null): Promise<Workbook> {
  const fault = zipFault(bytes);
  if (fault) throw new UnreadableWorkbook(`${fault}: save the sheet as CSV and choose that file`);
  const result = latest.then(() => readInChild({ bytes, sheet }));
  latest = result;
  const workbook = await result;
  if (typeof workbook === 'string') throw new UnreadableWorkbook(workbook);
  return workbook;
}

function readInChild(task: WorkbookTask): Promise<Workbook | string> {
  return new Promise((done) => {
    // When running from sources, the child needs the TypeScript loader; in a build it is a separate entry.
    const extension = extname(import.meta.url);
    const child = fork(fileURLToPath(new URL(`./workbook-worker${extension}`, import.meta.url)), {
      execArgv: [
        `--max-old-space-size=${limits.heapMegabytes}`,
        ...(extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : []),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Pass no environment: neither the secret key nor the database URL.
      env: {},
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const timeout = setTimeout(() => child.kill('SIGKILL'), limits.milliseconds);
    const end = (result: Workbook | string) => {
      clearTimeout(timeout);
      done(result);
    };
    child.once('message', (result: Workbook | string) => end(result));
    child.once('exit', () => end(unreadable));
    child.once('error', () => end(unreadable));
    child.send(task, (error) => error && child.kill('SIGKILL'));
  });
}

/**
 * Passes the bytes of an upload through. If they are a workbook, it is read once they have all arrived, before the
 * upload ends. The bytes throw an UnreadableWorkbook.
 */
export function withWorkbook(bytes: AsyncIterable<Buffer>): {
  bytes: AsyncGenerator<Buffer>;
  workbook: () => Workbook | undefined;
} {
  const seen: { chunks: Buffer[]; size: number; isWorkbook?: boolean; workbook?: Workbook } = { chunks: [], size: 0 };
  async function* passThrough() {
    for await (const chunk of bytes) {
      if (seen.isWorkbook !== false) seen.chunks.push(chunk);
      seen.size += chunk.length;
      if (seen.isWorkbook === undefined && seen.size >= 4) seen.isWorkbook = isZip(Buffer.concat(seen.chunks));
      if (seen.isWorkbook) assertSize(seen.size);
      else if (seen.isWorkbook === false) seen.chunks = [];
      yield chunk;
    }
    if (seen.isWorkbook) seen.workbook = await readWorkbook(Buffer.concat(seen.chunks), null);
  }
  return { bytes: passThrough(), workbook: () => seen.workbook };
}

/** Reads a sheet of the stored workbook of an import. Throws an UnreadableWorkbook. */
export async function storedWorkbook(file: File, sheet: string | null): Promise<Workbook> {
  const [place] = file.storage;
  if (!place) throw new Error('The import has no stored file');
  assertSize(file.size);
  const chunks: Uint8Array[] = [];
  for await (const chunk of fileStore(place.type).get(place.location, { start: 0, end: file.size }))
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  return await readWorkbook(Buffer.concat(chunks), sheet);
}

function assertSize(size: number): void {
  if (size > limits.bytes)
    throw new UnreadableWorkbook(
      `Workbooks are limited to ${sizeInWords(limits.bytes)}: save the sheet as CSV and choose that file`,
    );
}

/** The rows of a sheet as texts, like those of a CSV file. Apostrophes before formulas are those of the text. */
export const workbookLines = ({ rows }: Workbook): CsvRow[] =>
  rows.map((cells, index) => ({
    line: index + 1,
    cells: cells.map(textOf),
    numbers: new Set(cells.flatMap((cell, column) => (typeof cell === 'number' ? [column] : []))),
  }));

const textOf = (cell: WorkbookCell): string =>
  typeof cell === 'number' ? decimalText(cell) : escapeGuard(String(cell ?? ''));
