import type { Import } from '#schemas/generated/types.ts';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { parseDate, parseDateTime } from '#schemas/typed-values/parse-date.ts';
import { parseNumber } from '#schemas/typed-values/parse-number.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { CellOptions } from './cells.ts';

/** Number of first rows to examine; each cell is parsed several times. */
const maxRows = 200;

interface DetectionInput {
  rows: string[][];
  mapping: Import['mapping'];
  fields: Field[];
  today: string;
}

const numberKinds: PropertyKind[] = ['number', 'integer', 'money'];
const dateKinds: PropertyKind[] = ['date', 'dateTime'];

/**
 * Detects the parsing options of a CSV file from its first rows. Considers columns mapped to a number or a date, and
 * unmapped columns whose cells all parse as such.
 */
export function detectedOptions({ rows, mapping, fields, today }: DetectionInput): Omit<CellOptions, 'today'> {
  const kinds = new Map(fields.map(({ name, kind }) => [name, kind]));
  const columns = mapping.map((name, at) => ({
    kind: name === null ? undefined : kinds.get(name),
    cells: rows.slice(0, maxRows).flatMap((cells) => trimText(cells[at] ?? '') || []),
  }));
  const cellsOf = (accepted: PropertyKind[], isRead: (cell: string) => boolean) =>
    columns.flatMap(({ kind, cells }) =>
      (kind === undefined ? cells.every(isRead) : accepted.includes(kind)) ? cells : [],
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
