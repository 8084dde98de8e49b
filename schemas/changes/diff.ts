import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { pointerOf } from '../forms/pointer.ts';
import { longestCommonSubsequence } from './longest-common-subsequence.ts';
import { haveSameIdentity, keysOfBoth, ownValue, type Rows, rowsById } from './rows.ts';

/** One difference between two states. */
export interface Change {
  /**
   * `changed`: another value. `added`, `removed`: a row of a list. `moved`: a row with another index among the rows
   * that stayed.
   */
  kind: 'changed' | 'added' | 'removed' | 'moved';
  /** A JSON pointer that addresses a row by its id, since its index may differ on each side. */
  path: string;
  /** Absent if there was no value. For a moved row, its index. */
  before?: unknown;
  /** Absent if there is no value now. For a moved row, its index. */
  after?: unknown;
}

/** Diffs two JSON values down to the leaf: objects by their keys, rows by their ids (design 6). */
export function diff(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  compare({ changes, keys: [] }, before, after);
  return changes;
}

interface Comparison {
  readonly changes: Change[];
  readonly keys: string[];
}

function compare(comparison: Comparison, before: unknown, after: unknown): void {
  if (isEqual(before, after)) return;
  const [earlier, later] = [rowsById(before), rowsById(after)];
  if (isRecord(before) && isRecord(after) && haveSameIdentity(before, after)) compareKeys(comparison, before, after);
  else if (earlier && later) compareRows(comparison, earlier, later);
  else {
    const [was, is] = [before === undefined ? {} : { before }, after === undefined ? {} : { after }];
    note(comparison, { kind: 'changed', ...was, ...is });
  }
}

function compareKeys(comparison: Comparison, before: Record<string, unknown>, after: Record<string, unknown>): void {
  for (const key of keysOfBoth(before, after)) {
    comparison.keys.push(key);
    compare(comparison, ownValue(before, key), ownValue(after, key));
    comparison.keys.pop();
  }
}

function compareRows(comparison: Comparison, before: Rows, after: Rows): void {
  const at = (id: string, change: () => void) => {
    comparison.keys.push(id);
    change();
    comparison.keys.pop();
  };
  for (const [id, row] of before) if (!after.has(id)) at(id, () => note(comparison, { kind: 'removed', before: row }));
  const [earlier, later] = [[...before.keys()], [...after.keys()]];
  const staying = longestCommonSubsequence(earlier, later);
  const numbers = new Map(earlier.map((id, index) => [id, index]));
  for (const [index, id] of later.entries()) {
    at(id, () => {
      if (!before.has(id)) return note(comparison, { kind: 'added', after: after.get(id) });
      if (!staying.has(id)) note(comparison, { kind: 'moved', before: numbers.get(id), after: index });
      compare(comparison, before.get(id), after.get(id));
    });
  }
}

function note({ changes, keys }: Comparison, change: Omit<Change, 'path'>): void {
  changes.push({ ...change, path: pointerOf(keys) });
}
