import { type Options, stringify } from 'csv-stringify/sync';
import { toSignificant } from '#grammar/decimal/decimal.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Viewer } from '../../access/viewer.ts';
import { pathReader } from '../../store/reader.ts';
import type { Column } from './columns.ts';
import { referenceNames } from './csv-names.ts';

interface Csv {
  columns: Column[];
  /** The records in batches. */
  rows: AsyncIterable<object[]>;
  /** The references to write as names (`populate`). */
  populate: string[];
  viewer: Viewer;
}

/** Prevents CSV injection: text cells that a spreadsheet would read as a formula get an apostrophe. */
const optionsFor = (columns: Column[]): Options => ({
  escape_formulas: true,
  cast: { number: (value, { index }) => decimalText(value, columns[index]?.decimals) },
});
/** Separator of list values in one cell; a comma would look like the next cell. */
const separator = '; ';

/**
 * Streams records as CSV: a header row with labels, then one row per record. It reads the next batch only after the
 * previous chunk was consumed (backpressure), so memory does not grow with the list.
 */
export async function* streamCsv({ columns, rows, populate, viewer }: Csv): AsyncGenerator<string> {
  const readers = columns.map(({ name, unlike }) => {
    const read = pathReader(name.split('.'));
    if (unlike === undefined) return read;
    const other = pathReader(unlike.split('.'));
    return (record: object) => (isEqual(read(record), other(record)) ? undefined : read(record));
  });
  const namesFor = referenceNames({ columns, populate, viewer });
  const options = optionsFor(columns);
  const head = { text: stringify([headings(columns)], options) };
  for await (const records of rows) {
    const names = await namesFor(records);
    const lines = records.map((record) =>
      readers.map((read, index) => cell(read(record), names[index], columns[index]?.decimals)),
    );
    // Yield the header with the first rows, so that an early error can be returned instead of a file.
    yield head.text + (lines.length > 0 ? stringify(lines, options) : '');
    head.text = '';
  }
  if (head.text) yield head.text;
}

/** The header row: labels, with the column's name where several columns share a label. */
function headings(columns: Column[]): string[] {
  const labels = columns.map(({ label }) => label);
  return columns.map(({ label, name }) =>
    labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${name})`,
  );
}

type Names = ReadonlyMap<string, string> | undefined;

function cell(value: unknown, names: Names, decimals?: number): string | number | undefined {
  if (typeof value === 'string') return names?.get(value) ?? value;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((item: unknown) => itemText(item, names, decimals)).join(separator);
  if (typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? undefined : objectText(value);
}

const itemText = (item: unknown, names: Names, decimals?: number): string => {
  const text = cell(item, names, decimals);
  return typeof text === 'number' ? decimalText(text, decimals) : (text ?? '');
};

/** Formats a number for other programs: no grouping, with a minimum number of decimals. */
function decimalText(value: number, decimals = 0): string {
  const text = String(toSignificant(value));
  const [whole, fraction = ''] = text.split('.');
  return text.includes('e') || decimals <= fraction.length ? text : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** A file from a form is written as its name, a free-form map as JSON. */
function objectText(value: object): string {
  const name: unknown = Reflect.get(value, 'name');
  return typeof name === 'string' && 'mimeType' in value ? name : JSON.stringify(value);
}
