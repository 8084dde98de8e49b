import jsonPatch, { type Operation } from 'fast-json-patch';
import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { pointerOf } from '../forms/pointer.ts';
import { keysOfBoth, ownValue } from './keys.ts';
import { areOneThing, type Rows, rowsIn } from './rows.ts';
import { stayingIds } from './staying-ids.ts';

/** What of a version stepping needs. */
export interface Step {
  id: string;
  patch: Operation[];
}

/**
 * The patch (RFC 6902) that leads from one state to another: a row that came, went or moved is one operation, and what
 * changed in a row is named at its place (design 6).
 */
export function patchOf(from: object, to: object): Operation[] {
  const patching: Patching = { operations: [], keys: [] };
  patchValue(patching, from, to);
  return patching.operations;
}

/**
 * The state before the versions given, which run from the newest down: each patch leads one state back. Operations of
 * kind `test` are ignored; a patch that fails is told to `onSkip` and left out (spec 4, design 6).
 */
export function stepBack<T extends object>(
  state: T,
  versions: readonly Step[],
  onSkip: (version: Step, error: unknown) => void,
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
  /** The rows that need not move. */
  staying: ReadonlySet<string>;
}

/** Rows that change places beyond which a list is replaced whole: each looks for its place among all. */
const mostMoves = 1_000;

function patchValue(patching: Patching, from: unknown, to: unknown): void {
  if (isEqual(from, to)) return;
  const rows = rowsOfBoth(from, to);
  if (isRecord(from) && isRecord(to) && areOneThing(from, to)) patchKeys(patching, from, to);
  else if (rows) patchRows(patching, rows);
  else patching.operations.push({ op: 'replace', path: pointerOf(patching.keys), value: plain(to) });
}

/** Both lists' rows where they can be told apart at little cost. */
function rowsOfBoth(from: unknown, to: unknown): RowsOfBoth | null {
  const [before, after] = [rowsIn(from), rowsIn(to)];
  if (!before || !after) return null;
  const staying = stayingIds([...before.keys()], [...after.keys()]);
  return before.size + after.size - 2 * staying.size > mostMoves ? null : { before, after, staying };
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

/** First the rows that go, from the last; then, from the end, each that came or moved to the place before the one that follows. */
function patchRows(patching: Patching, { before, after, staying }: RowsOfBoth): void {
  const { operations, keys } = patching;
  const at = (index: number) => pointerOf([...keys, index]);
  const current = [...before.keys()];
  for (let index = current.length - 1; index >= 0; index -= 1) {
    if (after.has(current[index] ?? '')) continue;
    operations.push({ op: 'remove', path: at(index) });
    current.splice(index, 1);
  }
  /** Where the row that follows stands. */
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

/** What a patch holds is JSON of its own: without keys of no value, which RFC 6902 does not know. */
function plain(value: unknown): unknown {
  const copy: unknown = jsonPatch.deepClone(value);
  return copy;
}
