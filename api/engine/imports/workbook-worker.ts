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

/** Limits of a sheet, because the main process reads the rows at once. */
const limits = { columns: 200, characters: 20_000_000 };

const lengthOf = (cell: WorkbookCell): number => (typeof cell === 'string' ? cell.length : 0);

/** Reads a workbook. Returns the reason if it cannot be read, because uploads are untrusted. */
async function read({ bytes, sheet }: WorkbookTask): Promise<Workbook | string> {
  try {
    const file = await readWorkbookSheets(new Blob([Uint8Array.from(bytes)]), { trim: false });
    const chosen = sheet === null ? (file.find(({ data }) => data.length > 1) ?? file[0]) : file.find(isNamed(sheet));
    if (!chosen) return sheet === null ? 'The workbook has no sheet' : `The workbook has no sheet ${sheet}`;
    // The first row has the column names.
    if (chosen.data.length > maxXlsxRows + 1)
      return `The sheet ${chosen.sheet} has more than ${maxXlsxRows.toLocaleString('en-US')} rows: save it as CSV`;
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
