import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Column } from './columns.ts';
import { decimalText, type ExportCell, type ExportSource, exportRows, headings } from './export-rows.ts';
import { attachmentNamed } from './reply.ts';

/** The apostrophe before a text that a spreadsheet would read as a formula, and the apostrophes of the text itself. */
const formulaGuard = /^'(?='*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** Adds an apostrophe to a text that begins with a guarded formula itself, so that `unguardFormula` returns it. */
export const escapeGuard = (text: string): string => text.replace(formulaGuard, "''");

/** The text of a cell without the apostrophe that guards a formula. */
export const unguardFormula = (cell: string): string => cell.replace(formulaGuard, '');

/** A text that a spreadsheet would read as a formula, or that would become one without its apostrophes. */
const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * A text as a CSV cell, in quotes if necessary. Prevents CSV injection: a text that a spreadsheet would read as a formula
 * gets an apostrophe.
 */
export function textCell(text: string): string {
  const guarded = formula.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A row of CSV with its line feed. */
export const csvLine = (cells: ExportCell[], columns: Column[]): string =>
  `${cells.map((cell, index) => cellText(cell, columns[index]?.decimals)).join(',')}\n`;

function cellText(cell: ExportCell, decimals: number | undefined): string {
  if (typeof cell === 'number') return decimalText(cell, decimals);
  return typeof cell === 'string' ? textCell(cell) : String(cell ?? '');
}

/** Excel reads a file without it in the encoding of the computer's language. */
export const byteOrderMark = '\ufeff';

/** The first line of a file: the labels of its columns. */
export const headerLine = (columns: Column[]): string => byteOrderMark + csvLine(headings(columns), columns);

/**
 * Streams records as CSV: a header row with labels, then one row per record. It reads the next batch only after the
 * previous chunk was consumed (backpressure), so memory does not grow with the list.
 */
export async function* streamCsv(source: ExportSource): AsyncGenerator<string> {
  const { columns } = source;
  const head = { text: headerLine(columns) };
  for await (const lines of exportRows(source)) {
    // Yield the header with the first rows, so that an early error can be returned instead of a file.
    yield head.text + lines.map((cells) => csvLine(cells, columns)).join('');
    head.text = '';
  }
  if (head.text) yield head.text;
}

const csvType = 'text/csv; charset=utf-8';

/** Timeout in milliseconds: a long list over a slow connection takes longer than other responses may. */
export const csvTimeout = 3_600_000;

/**
 * Streams CSV as an attachment named after the list and the day. The first chunk is computed before the headers are
 * sent, so that an error can still be returned as one. A later error closes the connection, so that a partial file does
 * not look complete. When the client disconnects, the generator and its database cursor are closed.
 */
export async function sendCsv(
  reply: FastifyReply,
  list: string,
  pieces: AsyncGenerator<string | Uint8Array>,
): Promise<FastifyReply> {
  const first = await pieces.next();
  const whole = async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  };
  const stream = Readable.from(whole(), { objectMode: false, highWaterMark: 65_536 });
  // A generator that was never started runs no `finally`: if the client is gone before the first read, `whole` does not
  // close `pieces`. Ignore errors of closing: the database has failed, and the broken stream reports that.
  stream.once('close', () => void pieces.return(undefined).catch(() => undefined));
  return reply
    .header('Content-Type', csvType)
    .header('Content-Disposition', attachmentNamed(`${list}.csv`))
    .send(stream);
}

/** Content negotiation: whether the Accept header prefers CSV to JSON. CSV must be named explicitly. */
export function prefersCsv({ headers }: FastifyRequest): boolean {
  const accepted = (headers.accept ?? '').split(',').map((each) => each.trim().toLowerCase());
  return qualityOf('text/csv', accepted) > qualityOf('application/json', accepted);
}

function qualityOf(type: string, accepted: string[]): number {
  const found = accepted.find((each) => each.split(';')[0]?.trim() === type);
  return found === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? 1);
}
