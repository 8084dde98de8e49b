import type { Import } from '#schemas/generated/types.ts';
import type { CsvRow } from './csv-rows.ts';
import type { RowFault } from './importable.ts';
import { rowSummary } from './total-rows.ts';

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
