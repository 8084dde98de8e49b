import type { Import } from '#schemas/generated/types.ts';
import type { Kind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { parseDate, parseDateTime } from '#schemas/typed-values/parse-date.ts';
import { parseNumber } from '#schemas/typed-values/parse-number.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { CellOptions } from './cells.ts';

/** So many first rows are looked at: each cell is parsed several times. */
const mostRows = 200;

interface Detecting {
  rows: string[][];
  mapping: Import['mapping'];
  fields: Field[];
  today: string;
}

const numberKinds: Kind[] = ['number', 'integer', 'money'];
const dateKinds: Kind[] = ['date', 'dateTime'];

/**
 * How the cells of a file are to be read, as far as its first rows show. A column counts that becomes a number or a date, or that
 * becomes nothing yet and whose cells can all be read as such.
 */
export function detectedOptions({ rows, mapping, fields, today }: Detecting): Omit<CellOptions, 'today'> {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const columns = mapping.map((name, at) => ({
    kind: name === null ? undefined : kinds.get(name),
    cells: rows.slice(0, mostRows).flatMap((cells) => trimText(cells[at] ?? '') || []),
  }));
  const cellsOf = (wanted: Kind[], isRead: (cell: string) => boolean) =>
    columns.flatMap(({ kind, cells }) =>
      (kind === undefined ? cells.every(isRead) : wanted.includes(kind)) ? cells : [],
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
    // Days of 1954 to 2119. A year, or the number of an order, has fewer or more digits.
    serialDates: known.length > 0 && known.every((cell) => /^[2-7]\d{4}(?:\.\d+)?$/.test(cell)),
  };
}

/** Whether some cells can be read in the other way only, and none in the usual one only. */
function isOnlyOther(cells: string[], isUsual: (cell: string) => boolean, isOther: (cell: string) => boolean): boolean {
  return (
    cells.some((cell) => isOther(cell) && !isUsual(cell)) && !cells.some((cell) => isUsual(cell) && !isOther(cell))
  );
}

const isLoneDash = (cell: string) =>
  parseNumber(cell).status !== 'value' && parseNumber(cell, { isDashZero: true }).status === 'value';
