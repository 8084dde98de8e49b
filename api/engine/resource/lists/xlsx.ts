import { extname } from 'node:path';
import type { FastifyReply } from 'fastify';
import { maxXlsxRows } from '#schemas/resource/export-options.ts';
import { invalidRequest } from '../../../platform/errors/catalogue.ts';
import { createThreadPool } from '../../../platform/process/thread-pool.ts';
import { type ExportCell, type ExportSource, exportRows, headings, wallTime } from './export-rows.ts';
import { attachmentNamed } from './reply.ts';
import type { XlsxTask } from './xlsx-worker.ts';

/** One worker thread, which writes one workbook at a time. */
const pool = createThreadPool<XlsxTask, Uint8Array>({
  // In a build, the worker is an entry point of its own.
  worker: new URL(`./xlsx-worker${extname(import.meta.url)}`, import.meta.url),
  name: 'writeXlsxInWorker',
  maxThreads: 1,
  resourceLimits: { maxOldGenerationSizeMb: 1_024 },
});

/** Terminates the worker thread; the next workbook starts a new one. */
export const stopXlsxThread = pool.close;

/** Maximum size of all rows as JSON, in bytes; the worker needs about twenty times as much. */
const maxBytes = 32 * 2 ** 20;
/** Maximum length of a cell in Excel, which rejects a file with a longer one. */
const maxCellLength = 32_767;
/** Excel's calendar begins in 1900; earlier dates stay texts. */
const firstDate = Date.UTC(1900, 2, 1);

interface Xlsx extends ExportSource {
  /** The label of the list. */
  label: string;
}

/**
 * Writes records as an Excel workbook with real numbers, booleans and dates. Throws REQUEST_SCHEMA_INVALID for lists that
 * a workbook cannot contain, with the reason.
 */
async function writeXlsx({ label, ...source }: Xlsx): Promise<Uint8Array> {
  const labels = headings(source.columns);
  const batches: Uint8Array<ArrayBuffer>[] = [];
  const size = { rows: 0, bytes: 0 };
  const encoder = new TextEncoder();
  const clockTime = (value: string, kind: 'date' | 'dateTime') => {
    const time = wallTime(value, kind, source.timeZone);
    return time === undefined || time < firstDate ? value : time;
  };
  for await (const rows of exportRows(source, clockTime)) {
    size.rows += rows.length;
    if (size.rows > maxXlsxRows)
      throw csvInstead(`Excel workbooks are limited to ${maxXlsxRows.toLocaleString('en-US')} rows`);
    const long = rows.flatMap((row) => row.flatMap((cell, index) => (isTooLong(cell) ? [labels[index]] : [])))[0];
    if (long) throw csvInstead(`A text under “${long}” is longer than Excel allows (32,767 characters)`);
    const batch = encoder.encode(JSON.stringify(rows));
    size.bytes += batch.length;
    if (size.bytes > maxBytes) throw csvInstead('These rows are too large for an Excel workbook');
    batches.push(batch);
  }
  const task: XlsxTask = {
    sheet: sheetName(label),
    columns: source.columns.map(({ valueKind, decimals }, index) => ({
      label: labels[index] ?? '',
      kind: valueKind,
      decimals,
    })),
    batches,
    hasIsoDates: source.timeZone === undefined,
  };
  const threads = await pool.threads();
  return await threads.run(task, { transferList: batches.map(({ buffer }) => buffer) });
}

const isTooLong = (cell: ExportCell) => typeof cell === 'string' && cell.length > maxCellLength;

const csvInstead = (reason: string) => invalidRequest('querystring', [{ path: '', message: `${reason}. Use CSV` }]);

/** A valid name of a worksheet. */
const sheetName = (label: string): string => label.replaceAll(/[[\]/\\:*?]+/g, ' ').slice(0, 31);

/** The end of the latest export: only one at a time has its rows in memory. */
let latest: Promise<unknown> = Promise.resolve();

/** Media type of Excel workbooks. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends a list as an Excel workbook named after the list and the day. */
export async function sendXlsx(reply: FastifyReply, list: string, xlsx: Xlsx): Promise<FastifyReply> {
  const file = latest.then(() => writeXlsx(xlsx));
  latest = file.catch(() => undefined);
  const bytes = await file;
  return reply
    .header('Content-Type', xlsxType)
    .header('Content-Disposition', attachmentNamed(`${list}.xlsx`))
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
