import type { File, Import } from '#schemas/generated/types.ts';
import type { ImportField } from '#schemas/resource/imports.ts';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { now } from '../../platform/clock/clock.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { storeOf } from '../store/store.ts';
import { CellIssue, type CellOptions, cellReader } from './cells.ts';
import { type CsvRow, parseCsv } from './csv-rows.ts';
import { toUtf8 } from './encoding.ts';
import { type Importable, type ImportReport, isEmptyRow, type ReadRow, totalRowTest } from './importable.ts';
import { storedWorkbook, workbookLines } from './workbook.ts';

/** Returns the file of an import. Throws if it was released. */
export async function sourceOf({ file: id }: Pick<Import, 'file'>): Promise<File> {
  const file = id && (await storeOf('File').findOne({ _id: id }));
  if (file) return file;
  throw new Error('The file of the import no longer exists');
}

/** The rows of the file of an import, without those before the header and the header. */
export async function* dataRows(
  imported: Import,
  file: File,
  onBytes: (count: number) => void,
): AsyncGenerator<CsvRow[]> {
  const { headerLine, headerLines } = imported;
  let left = headerLines;
  for await (const lines of fileRows(imported, file, onBytes)) {
    const rows = left > 0 ? lines.filter(({ line }) => line >= headerLine) : lines;
    const data = rows.slice(left);
    left = Math.max(0, left - rows.length);
    yield data;
  }
}

/** Rows of a sheet per batch. */
const sheetRows = 500;

/** All rows of a file, in batches. */
async function* fileRows(
  { sheets, sheet, encoding, separator }: Import,
  file: File,
  onBytes: (count: number) => void,
): AsyncGenerator<CsvRow[]> {
  if (sheets.length > 0) {
    const lines = workbookLines(await storedWorkbook(file, sheet));
    for (let at = 0; at < lines.length; at += sheetRows) {
      const batch = lines.slice(at, at + sheetRows);
      onBytes(Math.round((batch.length / lines.length) * file.size));
      yield batch;
    }
    return;
  }
  const [place] = file.storage;
  if (!place) throw new Error('The import has no stored file');
  const stored = fileStore(place.type).get(place.location, { start: 0, end: file.size });
  const counted = async function* () {
    for await (const chunk of stored) {
      if (chunk instanceof Uint8Array) onBytes(chunk.length);
      yield chunk;
    }
  };
  yield* parseCsv(toUtf8(counted(), encoding), separator);
}

/**
 * Reads the cells of a line according to the mapping and reports invalid ones. Returns undefined for a row that is
 * skipped.
 */
export type ReadLine = (line: CsvRow, report: Pick<ImportReport, 'fault' | 'total' | 'empty'>) => ReadRow | undefined;

/** What an import says about the cells of its rows. */
type RowChoices = Pick<Import, 'mapping' | 'columns' | 'kind' | 'countTotals' | 'constants'> &
  Omit<CellOptions, 'today'>;

/** Returns the reader of the rows of an import. */
export function rowReader(imported: RowChoices, importable: Importable): ReadLine {
  const { mapping, columns, kind, countTotals, constants } = imported;
  const isTotal = totalRowTest(imported, importable.totals);
  const options = { ...imported, today: now().toISOString().slice(0, 10) };
  const fields = new Map(importable.fields(kind).map((field): [string, ImportField] => [field.name, field]));
  const readerOf = (name: string | null) => {
    const field = name === null ? undefined : fields.get(name);
    return field && { name: field.name, read: cellReader(field, options) };
  };
  const readers = mapping.flatMap((name, index) => {
    const reader = readerOf(name);
    return reader ? [{ ...reader, index }] : [];
  });
  const fixed = Object.fromEntries(constants.map(({ field, value }) => [field, readerOf(field)?.read(value)]));
  return (row, report) => {
    const { line, cells, numbers } = row;
    if (isEmptyRow(row)) {
      report.empty();
      return undefined;
    }
    if (isTotal(row)) {
      report.total(row);
      if (!countTotals) return undefined;
    }
    const values: Record<string, unknown> = { ...fixed };
    // As in a spreadsheet, a row may have empty cells after the last column, and lack cells at its end.
    const extra = cells.findIndex((cell, index) => index >= columns.length && trimText(cell) !== '');
    if (extra >= 0) {
      const message = `Column ${extra + 1} has a value, but no name in the header`;
      report.fault({ line, field: '', value: cells[extra] ?? '', message, column: extra });
    }
    for (const { index, name, read } of readers) {
      const cell = cells[index] ?? '';
      const value = read(cell, numbers?.has(index));
      if (value instanceof CellIssue) {
        // The cells of a longer row may be in the wrong columns, so it has that fault only.
        if (extra < 0) report.fault({ line, field: name, value: cell, message: value.message, column: index });
      } else if (value !== undefined) values[name] = value;
    }
    return { line, values };
  };
}

/** Kinds whose texts have the decimal mark of the import. */
export const numberKinds: PropertyKind[] = ['number', 'integer', 'money'];

/**
 * The faulty rows of an import, in batches of cells, the column names first. Line and errors come before the cells,
 * because a row may have more cells than the header.
 */
export async function* faultyRows(imported: Import): AsyncGenerator<string[][]> {
  const { columns, mapping, fields, decimalMark, problemGroups, faultyRows: faults } = imported;
  const errors = new Map<number, Set<string>>();
  for (const { line, group } of faults) {
    const { column, message } = problemGroups[group] ?? { column: '', message: '' };
    errors.set(line, (errors.get(line) ?? new Set()).add([column, message].filter(Boolean).join(': ')));
  }
  const numeric = fields.filter(({ kind }) => numberKinds.some((each) => each === kind)).map(({ name }) => name);
  const isNumeric = mapping.map((name) => name !== null && numeric.includes(name));
  yield [['Line', 'Error', ...columns]];
  for await (const lines of dataRows(imported, await sourceOf(imported), () => undefined)) {
    const faulty = lines.flatMap(({ line, cells, numbers }) => {
      const found = errors.get(line);
      if (!found) return [];
      // When the file is imported again, a number of a workbook is a text, with the decimal mark of the import.
      const texts = cells.map((cell, index) =>
        isNumeric[index] && numbers?.has(index) ? cell.replace('.', decimalMark) : cell,
      );
      return [[String(line), [...found].join('; '), ...texts]];
    });
    if (faulty.length > 0) yield faulty;
  }
}
