import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import type { Import } from '#schemas/generated/types.ts';

export type Separator = Import['separator'];

/** One row of a file: on which line it begins, and its cells. */
export interface Line {
  line: number;
  cells: string[];
}

/** Characters of one row at most: whatever has more has lost a quote. */
export const longestLine = 1_000_000;

/** So many rows are handed on at once, or fewer of so many bytes: a file may have few and long ones. */
const most = { rows: 2_000, bytes: 2 ** 22 };

/** From here on nothing of the file can be read. */
export class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** How far a file is read. */
interface Read {
  /** The last line of the last row that could be. */
  lines: number;
  /** Bytes up to its end. */
  bytes: number;
  /** On which line each row begins that is parsed and not yet taken over. */
  begun: number[];
}

const options = (separator: Separator, read: Read): Options => ({
  delimiter: separator,
  record_delimiter: ['\r\n', '\n', '\r'],
  bom: true,
  // Here, since a failure takes away the rows that nobody has taken over yet.
  on_record: (cells, { lines, bytes }) => {
    Object.assign(read, { lines, bytes });
    read.begun.push(lines - breaksIn(cells));
    return cells;
  },
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: longestLine,
});

/** The rows of a file in UTF-8, many at a time: the next are read while these are worked on. Throws Unreadable behind those that can be read. */
export async function* linesOf(bytes: AsyncIterable<Buffer>, separator: Separator): AsyncGenerator<Line[]> {
  const read: Read = { lines: 0, bytes: 0, begun: [] };
  const parser = parse(options(separator, read));
  // What fails is met where the rows are read.
  pipeline(Readable.from(bytes), parser, () => undefined);
  let lines: Line[] = [];
  let handedOn = 0;
  try {
    for await (const found of parser) {
      lines.push(lineIn(found, read));
      if (lines.length < most.rows && read.bytes - handedOn < most.bytes) continue;
      yield lines;
      [lines, handedOn] = [[], read.bytes];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (lines.length > 0) yield lines;
    throw unreadable(error, read);
  }
  if (lines.length > 0) yield lines;
}

export interface Beginning {
  text: string;
  /** Whether that is the whole file: else its last row may be cut off. */
  isWhole: boolean;
  separator: Separator;
  /** So many first lines must be readable. */
  shown: number;
}

/** The rows at the beginning of a file, as far as they can be read. Throws Unreadable where that is no further than what is shown of it. */
export function firstLines({ text, isWhole, separator, shown }: Beginning): Line[] {
  const lines: Line[] = [];
  const read: Read = { lines: 0, bytes: 0, begun: [] };
  const own = options(separator, read);
  try {
    // The rows before one that can not be read are taken as they come: the parser returns none of them.
    parseSync(text, {
      ...own,
      on_record: (cells, context) => {
        lines.push(lineIn(own.on_record?.(cells, context), read));
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (lines.length === 0 || (isWhole && lines.length < shown)) throw unreadable(error, read);
  }
  return isWhole || lines.length <= shown ? lines : lines.slice(0, -1);
}

/** A row that is taken over, in the order in which they were parsed. */
function lineIn(found: unknown, { begun }: Read): Line {
  if (!isCells(found)) throw new Error('The parser gives the cells of a row');
  return { cells: found, line: begun.shift() ?? 0 };
}

const isCells = (found: unknown): found is string[] => Array.isArray(found);

function breaksIn(cells: string[]): number {
  let breaks = 0;
  for (const cell of cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1;
  return breaks;
}

/** Which mark stands between the cells of the first line, outside of quotes. */
export function separatorOf(text: string): Separator {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const marks: Separator[] = [',', ';', '\t', '|'];
  const counts = marks.map((mark) => ({ mark, count: first.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}

const sayings: Record<string, string> = {
  CSV_MAX_RECORD_SIZE: `The row is longer than ${longestLine.toLocaleString('en-US')} characters; perhaps a quote is missing at its end`,
  CSV_QUOTE_NOT_CLOSED: 'A quote begins here, or before, and never ends',
  CSV_INVALID_CLOSING_QUOTE: 'Behind a closing quote stands more; quotes inside of a cell are written twice',
  INVALID_OPENING_QUOTE: 'A quote stands inside of a cell; such a cell is written in quotes, and the quote twice',
};

/** The row that can not be read begins behind what was read. */
const unreadable = ({ code }: CsvError, { lines }: Read): Unreadable =>
  new Unreadable(lines + 1, sayings[code] ?? 'The row can not be read as CSV');
