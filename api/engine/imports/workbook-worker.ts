import { strToU8, unzipSync, zipSync } from 'fflate';
import readWorkbookSheets from 'read-excel-file/universal';
import { maxXlsxRows } from '#schemas/resource/export-options.ts';

/** A cell of a worksheet: formulas as their stored values, dates in ISO format. */
export type WorkbookCell = string | number | boolean | null;

/** Task for the child process: a workbook, and the sheet to read; null for the first one with rows. */
export interface WorkbookTask {
  bytes: Uint8Array;
  sheet: string | null;
}

/** The names of the sheets, and the rows of one of them. */
export interface Workbook {
  sheets: string[];
  sheet: string;
  rows: WorkbookCell[][];
}

/**
 * Limits of a sheet, because the main process reads the rows at once; and of the cells in the grids of all sheets, which
 * the library builds whole. So many cells with values would be larger than a workbook may be, so most of them are empty.
 */
const limits = { columns: 200, characters: 20_000_000, cells: 5_000_000 };

const lengthOf = (cell: WorkbookCell): number => (typeof cell === 'string' ? cell.length : 0);

/** Reads a workbook. Returns the reason if it cannot be read, because uploads are untrusted. */
async function read({ bytes, sheet }: WorkbookTask): Promise<Workbook | string> {
  try {
    const far = await farValue(bytes);
    if (far) return far;
    const file = await readWorkbookSheets(new Blob([Uint8Array.from(bytes)]), { trim: false });
    const chosen = sheet === null ? (file.find(({ data }) => data.length > 1) ?? file[0]) : file.find(isNamed(sheet));
    if (!chosen) return sheet === null ? 'The workbook has no sheet' : `The workbook has no sheet ${sheet}`;
    // The first row has the column names.
    if (chosen.data.length > maxXlsxRows + 1)
      return `The sheet ${chosen.sheet} has more than ${maxRows} rows: save it as CSV`;
    const rows = chosen.data.map((row) => row.map(cellOf));
    if ((rows[0]?.length ?? 0) > limits.columns)
      return `The sheet ${chosen.sheet} has more than ${limits.columns} columns: leave out what is not imported`;
    const size = rows.flat().reduce<number>((sum, cell) => sum + lengthOf(cell), 0);
    if (size > limits.characters) return `The sheet ${chosen.sheet} has too much text: save it as CSV`;
    return { sheets: file.map((each) => each.sheet), sheet: chosen.sheet, rows };
  } catch {
    return 'The file cannot be read as an Excel workbook (.xlsx): save the sheet as CSV and choose that file';
  }
}

/**
 * Why the grids of the sheets are too large, with the cell that makes them so; undefined if they are not. It searches the
 * text of the sheets, because the library would need seconds, and the whole heap.
 */
async function farValue(bytes: Uint8Array): Promise<string | undefined> {
  const parts = unzipSync(bytes, { filter: ({ name }) => name.endsWith('.xml') || name.endsWith('.rels') });
  const extents = Object.entries(parts).map(([path, part]) => ({ path, ...extentOf(part) }));
  const filled = extents.filter(({ row }) => row.row > 0);
  const sizeOf = ({ row, column }: Extent) => row.row * column.column;
  const [largest] = filled.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (!largest) return undefined;
  const { path, row, column } = largest;
  // The only sheet is the one that is read.
  if (filled.length === 1 && row.row > maxXlsxRows + 1)
    return `The sheet ${await nameOfSheet(parts, path)} has more than ${maxRows} rows, up to a value in cell ${row.address}: delete that value if it is not part of the table, or save the sheet as CSV`;
  if (filled.reduce((sum, extent) => sum + sizeOf(extent), 0) <= limits.cells) return undefined;
  const { address } = row.row > maxXlsxRows ? row : column;
  return `The sheet ${await nameOfSheet(parts, path)} has a value in cell ${address}, but a sheet can have ${maxRows} rows and ${limits.columns} columns: delete that value, or save the sheet as CSV`;
}

const maxRows = maxXlsxRows.toLocaleString('en-US');

/** A cell with a value. */
interface FarCell {
  address: string;
  row: number;
  column: number;
}

/** The last cells with values of a sheet: by row and by column. */
type Extent = Record<'row' | 'column', FarCell>;

/** The extent of a part of a workbook. Cells without a value, such as formatted ones, do not count. */
function extentOf(part: Uint8Array): Extent {
  const none = { address: '', row: 0, column: 0 };
  const extent = { row: none, column: none };
  // Each character is one byte, which is enough: tags and addresses are ASCII.
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
  let rowNumber = 0;
  for (const {
    1: tag,
    2: attributes = '',
    index,
    0: { length },
  } of text.matchAll(/<(?:\w+:)?(row|c)(\s[^>]*)?>/g)) {
    const [, letters = '', digits = ''] = reference.exec(attributes) ?? [];
    if (tag === 'row') rowNumber = Number(digits);
    else {
      const cell = {
        address: `${letters}${digits}`,
        row: Math.max(rowNumber, Number(digits)),
        column: columnOf(letters),
      };
      const isFurther = cell.row > extent.row.row || cell.column > extent.column.column;
      if (!isFurther || attributes.endsWith('/') || !hasValueAt(text, index + length)) continue;
      if (cell.row > extent.row.row) extent.row = cell;
      if (cell.column > extent.column.column) extent.column = cell;
    }
  }
  return extent;
}

/** The address of a cell (`C12`) or row (`12`) in its attributes. */
const reference = /\sr=["']([A-Z]*)(\d+)["']/;

/** The number of a column: A is 1, AA is 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** Whether the cell whose content begins here has a value or a text. */
function hasValueAt(text: string, start: number): boolean {
  value.lastIndex = start;
  return value.test(text);
}

const value = /(?:(?!<\/?(?:\w+:)?(?:c|row)[\s/>])[\s\S])*?<(?:\w+:)?[vt](?:\s[^>]*)?>[^<]/y;

/** The name of the sheet in a part. The library knows it: it reads a copy in which only that sheet has a cell. */
async function nameOfSheet(parts: Record<string, Uint8Array>, path: string): Promise<string> {
  const cell = '<row r="1"><c r="A1"><v>1</v></c></row>';
  const [marked, empty] = [cell, ''].map((rows) => strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`));
  const copy = Object.entries(parts).map(([name, part]) => {
    const isDirectory = name === 'xl/workbook.xml' || name.endsWith('.rels');
    return [name, isDirectory ? part : name === path ? marked : empty];
  });
  const zip = zipSync(Object.fromEntries(copy), { level: 0 });
  const sheets = await readWorkbookSheets(new Blob([Uint8Array.from(zip)]));
  return sheets.find(({ data }) => data.length > 0)?.sheet ?? path;
}

const isNamed =
  (name: string) =>
  ({ sheet }: { sheet: string }): boolean =>
    sheet === name;

function cellOf(value: unknown): WorkbookCell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return null;
  // Excel stores fractions of a day, which are a little less or more than whole seconds.
  const moment = new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString();
  return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : moment;
}

process.on('message', (task: WorkbookTask) => {
  void read(task).then((result) => process.send?.(result, () => process.exit()));
});
// The parent has exited.
process.on('disconnect', () => process.exit());
