import jsonPatch, { type Operation } from 'fast-json-patch';
import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { pointerOf } from '../forms/pointer.ts';
import { longestCommonSubsequence } from './longest-common-subsequence.ts';
import { haveSameIdentity, keysOfBoth, ownValue, type Rows, rowsById } from './rows.ts';

/** What `applyPatchesBackwards` needs of a version. */
export interface VersionPatch {
  id: string;
  patch: Operation[];
}

/**
 * Creates the JSON patch (RFC 6902) from one state to another. A row that was added, removed or moved is one operation,
 * and changes in a row are addressed by its index (design 6).
 */
export function createPatch(from: object, to: object): Operation[] {
  const patching: Patching = { operations: [], keys: [] };
  patchValue(patching, from, to);
  return patching.operations;
}

/**
 * Restores an older state by applying the patches of the versions, newest first; each leads one version back. `test`
 * operations are ignored. A patch that fails is reported to `onSkip` and skipped (spec 4, design 6).
 */
export function applyPatchesBackwards<T extends object>(
  state: T,
  versions: readonly VersionPatch[],
  onSkip: (version: VersionPatch, error: unknown) => void,
): T {
  return versions.reduce((current, version) => {
    const operations = version.patch.filter(({ op }) => op !== 'test');
    try {
      return jsonPatch.applyPatch(current, operations, true, false, true).newDocument;
    } catch (error) {
      onSkip(version, error);
      return current;
    }
  }, state);
}

interface Patching {
  readonly operations: Operation[];
  readonly keys: (string | number)[];
}

interface RowsOfBoth {
  before: Rows;
  after: Rows;
  /** The rows that need not move: the longest common subsequence of both orders. */
  staying: ReadonlySet<string>;
}

/** If more rows move than this, the list is replaced as a whole: finding the index of each moved row is quadratic. */
const maxMoves = 1_000;

function patchValue(patching: Patching, from: unknown, to: unknown): void {
  if (isEqual(from, to)) return;
  const rows = rowsOfBoth(from, to);
  if (isRecord(from) && isRecord(to) && haveSameIdentity(from, to)) patchKeys(patching, from, to);
  else if (rows) patchRows(patching, rows);
  else patching.operations.push({ op: 'replace', path: pointerOf(patching.keys), value: plain(to) });
}

/** The rows of both lists; null if one has no row ids or too many rows move. */
function rowsOfBoth(from: unknown, to: unknown): RowsOfBoth | null {
  const [before, after] = [rowsById(from), rowsById(to)];
  if (!before || !after) return null;
  const staying = longestCommonSubsequence([...before.keys()], [...after.keys()]);
  return before.size + after.size - 2 * staying.size > maxMoves ? null : { before, after, staying };
}

function patchKeys(patching: Patching, from: Record<string, unknown>, to: Record<string, unknown>): void {
  for (const key of keysOfBoth(from, to)) {
    const [before, after] = [ownValue(from, key), ownValue(to, key)];
    patching.keys.push(key);
    const path = pointerOf(patching.keys);
    if (before === undefined && after !== undefined) patching.operations.push({ op: 'add', path, value: plain(after) });
    else if (before !== undefined && after === undefined) patching.operations.push({ op: 'remove', path });
    else patchValue(patching, before, after);
    patching.keys.pop();
  }
}

/**
 * Removes rows from the last to the first. Then walks the target from its end and inserts or moves each row before the
 * one that follows it. Last, patches the contents of each row.
 */
function patchRows(patching: Patching, { before, after, staying }: RowsOfBoth): void {
  const { operations, keys } = patching;
  const at = (index: number) => pointerOf([...keys, index]);
  const current = [...before.keys()];
  for (let index = current.length - 1; index >= 0; index -= 1) {
    if (after.has(current[index] ?? '')) continue;
    operations.push({ op: 'remove', path: at(index) });
    current.splice(index, 1);
  }
  /** The index of the row that follows. */
  let next = current.length;
  for (const [id, row] of [...after].reverse()) {
    if (!before.has(id)) {
      operations.push({ op: 'add', path: at(next), value: plain(row) });
      current.splice(next, 0, id);
    } else if (staying.has(id)) {
      next = current.lastIndexOf(id, next - 1);
    } else {
      const from = current.indexOf(id);
      current.splice(from, 1);
      if (from < next) next -= 1;
      current.splice(next, 0, id);
      if (from !== next) operations.push({ op: 'move', from: at(from), path: at(next) });
    }
  }
  for (const [index, [id, row]] of [...after].entries()) {
    if (!before.has(id)) continue;
    keys.push(index);
    patchValue(patching, before.get(id), row);
    keys.pop();
  }
}

/** A deep copy without undefined values, which JSON and RFC 6902 do not have. */
function plain(value: unknown): unknown {
  const copy: unknown = jsonPatch.deepClone(value);
  return copy;
}
