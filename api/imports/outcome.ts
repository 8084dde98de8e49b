import type { Import } from '#schemas/generated/types.ts';
import type { RowFault } from './importable.ts';
import type { Line } from './lines.ts';
import { valuesOf } from './total-rows.ts';

/** So many faulty lines, unmatched rows and total rows are listed; all are counted. */
const most = 100;
/** Of a value that does not fit so much is shown. */
const longest = 100;

type ListedRow = Import['unmatched'][number];

/** What is reported of a file when it has been read. */
export class Outcome {
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
    if (this.problems.length >= most) return;
    this.problems.push({ line, column: this.#columns.get(field) ?? '', value: value.slice(0, longest), message });
  }

  unmatch(rows: ListedRow[]): void {
    this.unmatchedCount += rows.length;
    list(this.unmatched, rows);
  }

  /** A row that is a total of others. */
  total({ line, cells }: Line): void {
    this.totalRowCount += 1;
    list(this.totalRows, [{ line, value: valuesOf({ cells }) }]);
  }
}

function list(listed: ListedRow[], rows: ListedRow[]): void {
  const room = Math.max(0, most - listed.length);
  listed.push(...rows.slice(0, room).map(({ line, value }) => ({ line, value: value.slice(0, longest) })));
}
