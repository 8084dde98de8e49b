import type { Import } from '#schemas/generated/types.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { CsvRow } from './csv-rows.ts';

/** Fields by which a row is recognized as a total of others. */
export interface TotalFields {
  /** Fields that identify a row: a name, a number, a code. */
  nameFields: string[];
  /** Fields that totals add up. */
  amounts: string[];
}

const isBlank = (cell: string | undefined): boolean => !cell || trimText(cell) === '';

/** Returns whether a row has no value; spreadsheets write such rows if they are only formatted. */
export const isEmptyRow = ({ cells }: Pick<CsvRow, 'cells'>): boolean => cells.every(isBlank);

/** Maximum characters of a cell to examine. */
const maxNameLength = 200;
const word = /total|sum/i;
const isTotalName = /^(?:(?:grand|sub|running|overall)[- ]?)?totals?[:.]?$|^sum[:.]?$/i;
/** 'Total for Cafe' of accounting programs, 'Cafe Total' of spreadsheet subtotals. */
const containsTotal = /^(?:grand |sub-?)?totals? .|. (?:grand |sub-?)?totals?[:.]?$/i;

/**
 * Creates the test for total rows, which would be counted twice. A total row is named Total, Sum etc. in a naming
 * column or its first cell; or has amounts but no value in any naming column. A name that merely contains the word,
 * such as Total Wine, counts only if the row has nothing but amounts.
 */
export function totalRowTest(
  { mapping }: Pick<Import, 'mapping'>,
  { nameFields, amounts }: TotalFields,
): (row: Pick<CsvRow, 'cells'>) => boolean {
  const columnsWhere = (fits: (name: string) => boolean) =>
    mapping.flatMap((name, at) => (name !== null && fits(name) ? [at] : []));
  const namingColumns = columnsWhere((name) => nameFields.includes(name));
  const amountColumns = columnsWhere((name) => amounts.includes(name));
  const otherColumns = columnsWhere((name) => !nameFields.includes(name) && !amounts.includes(name));
  return ({ cells }) => {
    const hasValue = (at: number) => !isBlank(cells[at]);
    const columns = namingColumns.filter(hasValue);
    const first = cells.findIndex((cell) => !isBlank(cell));
    // Fast path: nearly all rows have a name without such a word, and there may be millions.
    if (columns.length > 0 && ![first, ...columns].some((at) => word.test(cells[at] ?? ''))) return false;
    const textAt = (at: number) => trimText(cells[at] ?? '').slice(0, maxNameLength);
    const names = columns.map(textAt);
    if ([textAt(first), ...names].some((name) => isTotalName.test(name))) return true;
    if (namingColumns.length === 0 || !amountColumns.some(hasValue)) return false;
    if (names.length === 0) return true;
    const hasNothingElse = names.length === 1 && otherColumns.length > 0 && !otherColumns.some(hasValue);
    return hasNothingElse && names.some((name) => containsTotal.test(name));
  };
}

/** Returns the first values of a row, for display. */
export const rowSummary = ({ cells }: Pick<CsvRow, 'cells'>): string =>
  cells
    .map(trimText)
    .filter((cell) => cell !== '')
    .slice(0, 4)
    .join(' · ');
