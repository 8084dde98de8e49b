import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import type { Import } from '#schemas/generated/types.ts';

export type Separator = Import['separator'];

/** A parsed row of a CSV import: the line on which it starts, and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** Maximum characters per row; a longer one has an unclosed quote. */
export const maxRowLength = 1_000_000;

/** Batch limits in rows and bytes, because rows may be long. */
const limits = { rows: 2_000, bytes: 2 ** 22 };

/** The file cannot be parsed from this line on. */
export class UnreadableCsv extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Progress of the parser. */
interface ParserState {
  /** Last line of the last complete row. */
  lines: number;
  /** Bytes up to its end. */
  bytes: number;
  /** Start lines of rows that are parsed but not consumed yet. */
  rowStarts: number[];
}

const options = (separator: Separator, state: ParserState): Options => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  bom: true,
  // Recorded here, because after an error the parser discards rows not consumed yet.
  on_record: (cells, { lines, bytes }) => {
    Object.assign(state, { lines, bytes });
    state.rowStarts.push(lines - breaksIn(cells));
    return cells;
  },
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: maxRowLength,
});

/**
 * Streaming CSV parser: yields batches of rows of a UTF-8 file, reading ahead. Throws Unreadable after the last valid
 * rows.
 */
export async function* parseCsv(bytes: AsyncIterable<Buffer>, separator: Separator): AsyncGenerator<CsvRow[]> {
  const state: ParserState = { lines: 0, bytes: 0, rowStarts: [] };
  const parser = parse(options(separator, state));
  // Errors surface when reading the rows.
  pipeline(Readable.from(bytes), parser, () => undefined);
  let lines: CsvRow[] = [];
  let consumedBytes = 0;
  try {
    for await (const found of parser) {
      lines.push(lineIn(found, state));
      if (lines.length < limits.rows && state.bytes - consumedBytes < limits.bytes) continue;
      yield lines;
      [lines, consumedBytes] = [[], state.bytes];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (lines.length > 0) yield lines;
    throw unreadable(error, state);
  }
  if (lines.length > 0) yield lines;
}

export interface FirstLinesRequest {
  text: string;
  /** Whether the text is the whole file; otherwise its last row may be incomplete. */
  isWhole: boolean;
  separator: Separator;
  /** Number of first lines that must be readable. */
  shown: number;
}

/** Parses as many of the first rows of a file as possible. Throws Unreadable if fewer than `shown` rows are readable. */
export function firstLines({ text, isWhole, separator, shown }: FirstLinesRequest): CsvRow[] {
  const lines: CsvRow[] = [];
  const state: ParserState = { lines: 0, bytes: 0, rowStarts: [] };
  const own = options(separator, state);
  try {
    // Collect rows in the callback, because after an error the parser returns none.
    parseSync(text, {
      ...own,
      on_record: (cells, context) => {
        lines.push(lineIn(own.on_record?.(cells, context), state));
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (lines.length === 0 || (isWhole && lines.length < shown)) throw unreadable(error, state);
  }
  return isWhole || lines.length <= shown ? lines : lines.slice(0, -1);
}

/** Consumes a parsed row, in parsing order. */
function lineIn(found: unknown, { rowStarts }: ParserState): CsvRow {
  if (!isCells(found)) throw new Error('The parser must return the cells of a row');
  return { cells: found, line: rowStarts.shift() ?? 0 };
}

const isCells = (found: unknown): found is string[] => Array.isArray(found);

function breaksIn(cells: string[]): number {
  let breaks = 0;
  for (const cell of cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1;
  return breaks;
}

/** Detects the separator: the most frequent candidate in the first line, outside of quotes. */
export function separatorOf(text: string): Separator {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const marks: Separator[] = [',', ';', '\t', '|'];
  const counts = marks.map((mark) => ({ mark, count: first.split(mark).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark;
}

const messages: Record<string, string> = {
  CSV_MAX_RECORD_SIZE: `The row is longer than ${maxRowLength.toLocaleString('en-US')} characters; perhaps a closing quote is missing`,
  CSV_QUOTE_NOT_CLOSED: 'A quote opened here, or before, is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'There is text after a closing quote; double the quotes inside a cell',
  INVALID_OPENING_QUOTE: 'There is a quote inside a cell; enclose such a cell in quotes, and double the quote',
};

/** The unreadable row starts after what was read. */
const unreadable = ({ code }: CsvError, { lines }: ParserState): UnreadableCsv =>
  new UnreadableCsv(lines + 1, messages[code] ?? 'The row is not valid CSV');
