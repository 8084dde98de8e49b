import type { Import } from '#schemas/generated/types.ts';
import type { ImportField } from '#schemas/resource/imports.ts';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import { parseDate, parseDateTime } from '#schemas/typed-values/parse-date.ts';
import { parseNumber } from '#schemas/typed-values/parse-number.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { storeOf } from '../store/store.ts';
import type { CellOptions } from './cells.ts';
import { type CsvRow, firstLines, linesBeforeRows, type Separator, UnreadableCsv } from './csv-rows.ts';
import { numberKinds, type ReadLine } from './data-rows.ts';
import type { SniffedFile } from './encoding.ts';
import { isEmptyRow } from './importable.ts';

/** Limits of columns, sample rows, cell length and the text of all sample rows. */
const limits = { columns: 200, rows: 50, cell: 200, sample: 200_000 };

/** Where the column names of a file are. */
export type HeaderChoice = Pick<Import, 'headerLine' | 'headerLines'>;

/** The beginning of a text file. */
interface TextHead {
  text: string;
  /** Whether more follows. */
  isMore: boolean;
  separator: Separator;
}

/** The beginning of a file: text, or all rows of a sheet. */
export type FileHead = TextHead | { lines: CsvRow[]; isMore: false };

/** The columns of a file and its first rows. */
export interface Preview {
  columns: string[];
  /** The non-empty rows after the header. */
  rows: CsvRow[];
}

/** Returns the rows of a file after the lines before its header, the header first. */
const rowsFromHeader = (lines: CsvRow[], { headerLine }: HeaderChoice): CsvRow[] =>
  lines.filter(({ line }) => line >= headerLine);

/** Builds the preview of a file. Throws REQUEST_SCHEMA_INVALID with the line and column that cannot be read. */
export function previewOf(head: FileHead, header: HeaderChoice): Preview {
  const { headerLine, headerLines } = header;
  const lines = readFirstLines(head, headerLine + headerLines + limits.rows);
  const [first, ...following] = rowsFromHeader(lines, header);
  if (!first) throw invalidFile('The file has no header row');
  const rows = following.slice(headerLines - 1).filter((row) => !isEmptyRow(row));
  if (rows.length === 0 && !head.isMore) throw invalidFile('The file has a header row but no data rows');
  return { columns: columnsOf([first, ...following.slice(0, headerLines - 1)]), rows };
}

function readFirstLines(head: FileHead, shown: number): CsvRow[] {
  if ('lines' in head) return head.lines;
  const { text, isMore, separator } = head;
  return orInvalidFile(() => firstLines({ text, isWhole: !isMore, separator, shown }));
}

/** Number of lines in which the header is searched. */
const searchedLines = 20;

/** Number of characters in which the header is searched. */
const searchedText = 65_536;

/**
 * Detects the line with the column names: the one with most names of `known`, else the first one that fills more than
 * half of the columns. Accounting programs write titles before it.
 */
export function headerLineOf(head: FileHead, known: ReadonlySet<string>): number {
  const before = 'text' in head ? linesBeforeRows(head.text) : 0;
  const start = 'text' in head ? shortened(head) : head;
  const lines = readFirstLines(start, 1)
    .filter(({ line }) => line > before)
    .slice(0, searchedLines);
  const [first] = lines;
  if (!first) return before + 1;
  const scored = lines.map(({ line, cells }) => {
    const filled = cells.filter((cell) => trimText(cell) !== '');
    const names = filled.filter((cell) => known.has(normalizeName(cell))).length;
    return { line, filled: filled.length, names, isNamed: names >= Math.max(2, filled.length / 2) };
  });
  const best = scored.reduce((top, each) => (each.isNamed && each.names > top.names ? each : top));
  if (best.names > 0) return best.line;
  const widest = Math.max(...scored.map(({ filled }) => filled));
  return scored.find(({ filled }) => filled > widest / 2)?.line ?? first.line;
}

const shortened = ({ text, isMore, separator }: TextHead): TextHead => ({
  text: text.slice(0, searchedText),
  isMore: isMore || text.length > searchedText,
  separator,
});

/** Returns the rows at the end of a long file; none if that part starts inside a row. */
export function lastRows({ end }: SniffedFile, separator: Separator): CsvRow[] {
  if (!end) return [];
  try {
    const lines = firstLines({ text: end.text, isWhole: true, separator, shown: Number.POSITIVE_INFINITY });
    return lines.map(({ line, cells }) => ({ line: line + end.line - 1, cells }));
  } catch (error) {
    if (error instanceof UnreadableCsv) return [];
    throw error;
  }
}

function orInvalidFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableCsv ? invalidFile(`Line ${error.line}: ${error.message}`) : error;
  }
}

/** The error for a file that cannot be imported. */
export const invalidFile = (message: string) => invalidRequest('body', [{ path: '/file', message }]);

/** The column names; those of a second header line stand behind the first. */
function columnsOf([first, second]: CsvRow[]): string[] {
  const { cells = [], line = 1 } = first ?? {};
  const count = Math.max(cells.length, second?.cells.length ?? 0);
  if (count > limits.columns)
    throw invalidFile(`Line ${line}: ${count} columns; at most ${limits.columns} are allowed`);
  const names = Array.from({ length: count }, (_, index) =>
    [cells[index], second?.cells[index]]
      .map((cell) => trimText(cell ?? ''))
      .filter((cell) => cell !== '')
      .join(' '),
  );
  const tooLong = names.findIndex((name) => name.length > limits.cell);
  if (tooLong >= 0)
    throw invalidFile(`Line ${line}, column ${tooLong + 1}: the name must not exceed ${limits.cell} characters`);
  return names.map((name, index) => name || `Column ${index + 1}`);
}

/** The first rows for display, with the errors of their cells: those that the check of the import reports. */
export function sampleOf(rows: CsvRow[], read: ReadLine): Import['sample'] {
  let size = 0;
  const shown = rows.slice(0, limits.rows).filter(({ cells }, index) => {
    size += cells.reduce((sum, cell) => sum + Math.min(cell.length, limits.cell), 0);
    return index === 0 || size <= limits.sample;
  });
  return shown.map((row) => {
    const { line, cells } = row;
    const problems: { column: number; message: string }[] = [];
    read(row, {
      fault: ({ column = 0, message }) => problems.push({ column, message }),
      total: () => undefined,
      empty: () => undefined,
    });
    return { line, cells: cells.map((cell) => cell.slice(0, limits.cell)), problems };
  });
}

/** Number of first rows to examine; each cell is parsed several times. */
const maxRows = 200;

interface DetectionInput {
  rows: CsvRow[];
  mapping: Import['mapping'];
  fields: ImportField[];
  today: string;
}

const dateKinds: PropertyKind[] = ['date', 'dateTime'];

/**
 * Detects the parsing options of a CSV file from its first rows. Considers columns mapped to a number or a date, and
 * unmapped columns whose cells all parse as such.
 */
export function detectedOptions({
  rows,
  mapping,
  fields,
  today,
}: DetectionInput): Omit<CellOptions, 'today' | 'timeZone'> {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const columns = mapping.map((name, at) => ({
    kind: name === null ? undefined : kinds.get(name),
    cells: rows.slice(0, maxRows).flatMap(({ cells }) => trimText(cells[at] ?? '') || []),
    // Numbers of a workbook have no decimal mark of their own.
    texts: rows
      .slice(0, maxRows)
      .flatMap(({ cells, numbers }) => (numbers?.has(at) ? [] : trimText(cells[at] ?? '') || [])),
  }));
  const cellsOf = (accepted: PropertyKind[], isRead: (cell: string) => boolean) =>
    columns.flatMap(({ kind, texts }) =>
      (kind === undefined ? texts.every(isRead) : accepted.includes(kind)) ? texts : [],
    );
  const asNumber = (decimalMark: '.' | ',', isDashZero: boolean) => (cell: string) =>
    parseNumber(cell, { decimalMark, isDashZero }).status === 'value';
  const [withPoint, withComma] = [asNumber('.', true), asNumber(',', true)];
  const numbers = cellsOf(numberKinds, (cell) => withPoint(cell) || withComma(cell));
  const asDate = (order: 'MDY' | 'DMY') => (cell: string) =>
    [parseDate, parseDateTime].some((parse) => parse(cell, { today, order, isYearRequired: true }).status === 'value');
  const [monthFirst, dayFirst] = [asDate('MDY'), asDate('DMY')];
  const dates = cellsOf(dateKinds, (cell) => monthFirst(cell) || dayFirst(cell));
  const known = columns.flatMap(({ kind, cells }) => (kind && dateKinds.includes(kind) ? cells : []));
  return {
    decimalMark: isOnlyOther(numbers, withPoint, withComma) ? ',' : '.',
    dateOrder: isOnlyOther(dates, monthFirst, dayFirst) ? 'DMY' : 'MDY',
    dashIsZero: numbers.some((cell) => /[-\u2010-\u2013\u2212]/.test(cell) && isLoneDash(cell)),
    // Serial day numbers of 1954 to 2119; years and order numbers have fewer or more digits.
    serialDates: known.length > 0 && known.every((cell) => /^[2-7]\d{4}(?:\.\d+)?$/.test(cell)),
  };
}

/** Returns whether some cells parse only the other way and none only the default way. */
function isOnlyOther(cells: string[], isUsual: (cell: string) => boolean, isOther: (cell: string) => boolean): boolean {
  return (
    cells.some((cell) => isOther(cell) && !isUsual(cell)) && !cells.some((cell) => isUsual(cell) && !isOther(cell))
  );
}

const isLoneDash = (cell: string) =>
  parseNumber(cell).status !== 'value' && parseNumber(cell, { isDashZero: true }).status === 'value';

/** Normalizes a column name for comparison: ignores case, blanks and punctuation. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

interface Suggestions {
  /** Normalized names that columns may have. */
  names: ReadonlySet<string>;
  /** The suggested field of each column. No field is suggested twice. */
  mapping(columns: string[]): Import['mapping'];
  /** What unknown names referred to in the last import of the same user. */
  knownNames: Import['names'];
}

/**
 * Suggests the field for each column: the choice in the last import with a column of that name, by the same user or
 * else by anyone; otherwise the field of that name.
 */
export async function mappingSuggestions(
  imported: Pick<Import, 'resource' | 'kind' | 'user'>,
  fields: ImportField[],
): Promise<Suggestions> {
  const last = await lastImport(imported);
  const previous = new Map(last?.columns.map((column, index) => [normalizeName(column), last.mapping[index] ?? null]));
  const spellings = [
    ...fields.toReversed().map(({ label, name }) => [label.slice(label.lastIndexOf(': ') + 1), name] as const),
    ...fields.toReversed().map(({ name }) => [name.slice(name.indexOf('.') + 1), name] as const),
    ...fields.map(({ label, name }) => [`${label} ${name}`, name] as const),
    ...fields.toReversed().map(({ label, name }) => [label, name] as const),
    ...fields.map(({ name }) => [name, name] as const),
  ];
  const byName = new Map(spellings.map(([spelling, name]) => [normalizeName(spelling), name]));
  const known = new Set(fields.map(({ name }) => name));
  return {
    names: new Set([...byName.keys(), ...[...previous].flatMap(([column, name]) => (name === null ? [] : [column]))]),
    knownNames: last?.user === imported.user ? last.names : [],
    mapping: (columns) => {
      const taken = new Set<string>();
      return columns.map((column) => {
        const before = previous.get(normalizeName(column));
        const name = before === undefined ? byName.get(normalizeName(column)) : before;
        if (!name || !known.has(name) || taken.has(name)) return null;
        taken.add(name);
        return name;
      });
    },
  };
}

/** The last started import of the same resource and kind, by the same user if there is one. */
async function lastImport({ resource, kind, user }: Pick<Import, 'resource' | 'kind' | 'user'>) {
  const begun = { resource, kind, number: { $gt: 0 } };
  const options = { sort: ['-createdAt'], limit: 1, only: ['columns', 'mapping', 'names', 'user'] };
  const [own] = await storeOf('Import').find({ filter: { ...begun, user }, ...options });
  if (own) return own;
  const [last] = await storeOf('Import').find({ filter: begun, ...options });
  return last;
}
