import type { Import } from '#schemas/generated/types.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { Line } from './lines.ts';

/** By which fields a row is known to be a total of others. */
export interface TotalFields {
  /** Say whose or which row it is: a name, a number, a code. */
  naming: string[];
  /** What totals add up. */
  amounts: string[];
}

const isBlank = (cell: string | undefined): boolean => !cell || trimText(cell) === '';

/** Whether a line has no value: spreadsheets write such lines for rows that are only formatted. */
export const isEmptyRow = ({ cells }: Pick<Line, 'cells'>): boolean => cells.every(isBlank);

/** Of a cell so much is looked at. */
const longestName = 200;
const word = /total|sum/i;
const isTotalName = /^(?:(?:grand|sub|running|overall)[- ]?)?totals?[:.]?$|^sum[:.]?$/i;
/** 'Total for Cafe' of accounting programs, 'Cafe Total' of a spreadsheet's subtotals. */
const holdsTotal = /^(?:grand |sub-?)?totals? .|. (?:grand |sub-?)?totals?[:.]?$/i;

/**
 * Makes the test for rows that are totals of others, which would count twice. Such a row is called Total, Sum and so on in a column
 * that names rows, or in its first cell; or it names nothing in any of these columns while it has amounts. A name that only holds
 * the word, as Total Wine, is that of a total where the row has nothing else but amounts.
 */
export function totalRowTest(
  { mapping }: Pick<Import, 'mapping'>,
  { naming, amounts }: TotalFields,
): (row: Pick<Line, 'cells'>) => boolean {
  const columnsWhere = (fits: (name: string) => boolean) =>
    mapping.flatMap((name, at) => (name !== null && fits(name) ? [at] : []));
  const namingColumns = columnsWhere((name) => naming.includes(name));
  const amountColumns = columnsWhere((name) => amounts.includes(name));
  const otherColumns = columnsWhere((name) => !naming.includes(name) && !amounts.includes(name));
  return ({ cells }) => {
    const hasValue = (at: number) => !isBlank(cells[at]);
    const columns = namingColumns.filter(hasValue);
    const first = cells.findIndex((cell) => !isBlank(cell));
    // Nearly all rows have a name without such a word, and there may be millions.
    if (columns.length > 0 && ![first, ...columns].some((at) => word.test(cells[at] ?? ''))) return false;
    const textAt = (at: number) => trimText(cells[at] ?? '').slice(0, longestName);
    const names = columns.map(textAt);
    if ([textAt(first), ...names].some((name) => isTotalName.test(name))) return true;
    if (namingColumns.length === 0 || !amountColumns.some(hasValue)) return false;
    if (names.length === 0) return true;
    const hasNothingElse = names.length === 1 && otherColumns.length > 0 && !otherColumns.some(hasValue);
    return hasNothingElse && names.some((name) => holdsTotal.test(name));
  };
}

/** What is shown of such a row: its first values. */
export const valuesOf = ({ cells }: Pick<Line, 'cells'>): string =>
  cells
    .map(trimText)
    .filter((cell) => cell !== '')
    .slice(0, 4)
    .join(' · ');
