import type { Import } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import type { CsvRow } from './csv-rows.ts';

/**
 * A row as read by the mapping. Values are keyed by the last part of the field name: `data.revenue` becomes `revenue`.
 */
export interface ReadRow {
  line: number;
  values: Record<string, unknown>;
}

/** A validation error of a row; `field` is the field's name. */
interface RowFault {
  line: number;
  field: string;
  message: string;
}

/** The result of resolving a batch of rows. */
export interface ResolvedRows {
  /** Errors that depend on other records. */
  faults: RowFault[];
  /** Rows that match no place in the entity tree. */
  unmatched: Import['unmatched'];
  /** Stores the records; called in a transaction that may be retried. */
  store(): Promise<void>;
}

/** One run over a file. */
export interface ImportRun {
  /** Resolves the references of a batch of rows with bulk queries. */
  resolve(rows: ReadRow[]): Promise<ResolvedRows>;
  /** Called in the transaction that makes the records visible. */
  end(): Promise<void>;
}

/** A resource that can be imported from CSV. */
export interface Importable {
  /** Fields that a column can be mapped to. */
  fields(kind: Import['kind']): Field[];
  /** Fields by which a row is recognized as a total of others. */
  totals: TotalFields;
  begin(imported: Import): ImportRun;
  /** Called before and after the records are hidden or shown. */
  onVisibilityChange?(imported: Import): Promise<void>;
  /** Called after the records were deleted. */
  onDeleted?(imported: Import): Promise<void>;
}

/** The import implementations by resource. */
export type Importables = { [Name in Import['resource']]: Importable };

const registered: { importables?: Importables } = {};

/**
 * Registers the import implementations at startup (dependency injection), because this folder does not know individual
 * resources.
 */
export function registerImportables(importables: Importables): void {
  registered.importables = importables;
}

/** Returns the import implementation of a resource. */
export function importableOf({ resource }: Pick<Import, 'resource'>): Importable {
  const importable = registered.importables?.[resource];
  if (importable) return importable;
  throw new Error(`There is no Importable for ${resource}`);
}

/** Maximum invalid lines, unmatched rows and total rows listed; all are counted. */
const maxListed = 100;
/** Maximum characters shown of an invalid value. */
const maxLength = 100;

type ListedRow = Import['unmatched'][number];

/** Collects the report of an import. */
export class ImportReport {
  problemCount = 0;
  unmatchedCount = 0;
  emptyRows = 0;
  totalRowCount = 0;
  readonly problems: Import['problems'] = [];
  readonly unmatched: ListedRow[] = [];
  readonly totalRows: ListedRow[] = [];
  readonly #columns: Map<string | null, string>;

  constructor({ mapping, columns }: Pick<Import, 'mapping' | 'columns'>) {
    this.#columns = new Map(mapping.map((name, index) => [name, columns[index] ?? '']));
  }

  fault({ line, field, value, message }: RowFault & { value: string }): void {
    this.problemCount += 1;
    if (this.problems.length >= maxListed) return;
    this.problems.push({ line, column: this.#columns.get(field) ?? '', value: value.slice(0, maxLength), message });
  }

  unmatch(rows: ListedRow[]): void {
    this.unmatchedCount += rows.length;
    list(this.unmatched, rows);
  }

  /** Records a row that is a total of others. */
  total({ line, cells }: CsvRow): void {
    this.totalRowCount += 1;
    list(this.totalRows, [{ line, value: rowSummary({ cells }) }]);
  }
}

function list(listed: ListedRow[], rows: ListedRow[]): void {
  const room = Math.max(0, maxListed - listed.length);
  listed.push(...rows.slice(0, room).map(({ line, value }) => ({ line, value: value.slice(0, maxLength) })));
}

/** Fields by which a row is recognized as a total of others. */
interface TotalFields {
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
