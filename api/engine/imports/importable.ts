import type { Import } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import type { CsvRow } from './csv-rows.ts';
import { rowSummary, type TotalFields } from './total-rows.ts';

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
