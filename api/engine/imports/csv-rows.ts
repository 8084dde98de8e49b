import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import type { Import } from '#schemas/generated/types.ts';

export type Separator = Import['separator'];

/** A parsed row of an import: the line on which it starts, and its cells. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** The cells of a workbook that are numbers, not texts: they have a decimal point. */
  numbers?: ReadonlySet<number>;
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
  // Spreadsheets read a quote inside a cell as text: 5" Sub Shop.
  relax_quotes: true,
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

const lineBreaks = /\r\n|\n|\r/;

function breaksIn(cells: string[]): number {
  let breaks = 0;
  for (const cell of cells) if (lineBreaks.test(cell)) breaks += cell.split(lineBreaks).length - 1;
  return breaks;
}

/** The first line of some spreadsheets names the separator: `sep=;`. */
const separatorLine = /^sep=(.)(?:\r\n|\n|\r)/i;

const separators: Separator[] = [',', ';', '\t', '|'];

/** Number of lines that are compared to detect the separator. */
const comparedLines = 20;

/**
 * Detects the separator: the one that the file names, else the candidate that divides most of the first lines into the
 * same number of cells, outside of quotes.
 */
export function separatorOf(text: string): Separator {
  const named = separators.find((mark) => mark === separatorLine.exec(text)?.[1]);
  if (named) return named;
  const lines = text
    .slice(0, maxRowLength)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/, comparedLines);
  const scored = separators.map((mark) => ({ mark, ...regularity(lines.map((line) => line.split(mark).length)) }));
  return scored.reduce((best, each) =>
    each.lines > best.lines || (each.lines === best.lines && each.cells > best.cells) ? each : best,
  ).mark;
}

/** The most frequent number of cells above one, and the number of lines that have it. */
function regularity(cellCounts: number[]): { cells: number; lines: number } {
  const several = cellCounts.filter((count) => count > 1);
  return several
    .map((cells) => ({ cells, lines: several.filter((each) => each === cells).length }))
    .reduce((best, each) => (each.lines > best.lines ? each : best), { cells: 1, lines: 0 });
}

/** The number of lines before the first row: one if the file names its separator. */
export const linesBeforeRows = (text: string): number => (separatorLine.test(text) ? 1 : 0);

const messages: Record<string, string> = {
  CSV_MAX_RECORD_SIZE: `The row is longer than ${maxRowLength.toLocaleString('en-US')} characters; perhaps a closing quote is missing`,
  CSV_QUOTE_NOT_CLOSED: 'A quote opened here, or before, is never closed',
};

/** The unreadable row starts after what was read. */
const unreadable = ({ code }: CsvError, { lines }: ParserState): UnreadableCsv =>
  new UnreadableCsv(lines + 1, messages[code] ?? 'The row is not valid CSV');
