import type { Import } from '#schemas/generated/types.ts';
import type { RowFault } from './importable.ts';

/** So many faulty lines and unmatched rows are listed; all are counted. */
const most = 100;
/** Of a value that does not fit so much is shown. */
const longest = 100;

/** What is to be told of a file when it has been read. */
export class Outcome {
  problemCount = 0;
  unmatchedCount = 0;
  readonly problems: Import['problems'] = [];
  readonly unmatched: Import['unmatched'] = [];
  readonly #columns: Map<string | null, string>;

  constructor({ mapping, columns }: Import) {
    this.#columns = new Map(mapping.map((name, index) => [name, columns[index] ?? '']));
  }

  fault({ line, field, value, message }: RowFault & { value: string }): void {
    this.problemCount += 1;
    if (this.problems.length >= most) return;
    this.problems.push({ line, column: this.#columns.get(field) ?? '', value: value.slice(0, longest), message });
  }

  unmatch(rows: Import['unmatched']): void {
    this.unmatchedCount += rows.length;
    const room = most - this.unmatched.length;
    if (room > 0)
      this.unmatched.push(...rows.slice(0, room).map(({ line, value }) => ({ line, value: value.slice(0, longest) })));
  }
}
