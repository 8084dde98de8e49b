import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { pointerOf } from '../forms/pointer.ts';
import { haveSameIdentity, keysOfBoth, ownValue, type Rows, rowsById } from './rows.ts';

/**
 * The input of a three-way merge: the common base (`before`), the local state (`mine`) and the saved state (`theirs`).
 */
export interface MergeInput<T> {
  before: T;
  mine: T;
  theirs: T;
}

/** A value that both sides changed differently, so a person must choose. The side that removed a row is absent. */
export interface Conflict extends MergeInput<unknown> {
  /** As in a `Change`. The path of a list means that both sides reordered its rows. */
  path: string;
}

export interface MergeResult<T> {
  /** The merged value; `mine` at each conflict. */
  merged: T;
  conflicts: Conflict[];
}

/**
 * Three-way merge of two people's changes, down to the leaf: no change is lost unless both sides changed the same value
 * (design 6). `theirsAt` are paths of conflicts to resolve with `theirs` instead of `mine`.
 */
export function merge<T extends object>(three: MergeInput<T>, theirsAt?: Iterable<string>): MergeResult<T>;
export function merge(three: MergeInput<object>, theirsAt: Iterable<string> = []): MergeResult<unknown> {
  const merging: Merging = { conflicts: [], keys: [], theirsAt: new Set(theirsAt) };
  return { merged: mergeValues(merging, three) ?? {}, conflicts: merging.conflicts };
}

/** The paths of the conflicts where one's own value was not chosen. `at` is the pointer of the values in the record. */
export const rejectedPaths = (conflicts: readonly Conflict[], mine: readonly string[], at = ''): string[] =>
  conflicts.map(({ path }) => path).filter((path) => !mine.includes(`${at}${path}`));

interface Merging {
  readonly conflicts: Conflict[];
  readonly keys: string[];
  readonly theirsAt: ReadonlySet<string>;
}

function mergeValues(merging: Merging, three: MergeInput<unknown>): unknown {
  const { before, mine, theirs } = three;
  if (isEqual(mine, before)) return theirs;
  if (isEqual(theirs, before) || isEqual(mine, theirs)) return mine;
  if (isRecord(mine) && isRecord(theirs) && haveSameIdentity(mine, theirs)) {
    // If both sides created the object, merge it key by key, with an empty base.
    const was = isRecord(before) && haveSameIdentity(before, mine) ? before : {};
    return mergeKeys(merging, { before: was, mine, theirs });
  }
  const [own, other] = [rowsById(mine), rowsById(theirs)];
  if (own && other)
    return mergeRows(merging, { before: rowsById(before) ?? new Map(), mine: own, theirs: other }, three);
  return decide(merging, three);
}

function mergeKeys(merging: Merging, { before, mine, theirs }: MergeInput<Record<string, unknown>>): unknown {
  const entries = [...keysOfBoth(theirs, mine)].flatMap((key) => {
    merging.keys.push(key);
    const value = mergeValues(merging, {
      before: ownValue(before, key),
      mine: ownValue(mine, key),
      theirs: ownValue(theirs, key),
    });
    merging.keys.pop();
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

function mergeRows(merging: Merging, rows: MergeInput<Rows>, lists: MergeInput<unknown>): unknown[] {
  const { before, mine, theirs } = rows;
  const mergedRows = new Map<string, unknown>();
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    merging.keys.push(id);
    const row = mergeValues(merging, { before: before.get(id), mine: mine.get(id), theirs: theirs.get(id) });
    merging.keys.pop();
    if (row !== undefined) mergedRows.set(id, row);
  }
  const isMine = areMineFirst(merging, rows, lists);
  const [lead, other] = isMine ? [mine, theirs] : [theirs, mine];
  return inOrder(mergedRows, lead, other).map((id) => mergedRows.get(id));
}

/**
 * Whether the merged rows take the order of `mine`: the side that reordered them wins. If both did, it is a conflict.
 */
function areMineFirst(
  merging: Merging,
  { before, mine, theirs }: MergeInput<Rows>,
  lists: MergeInput<unknown>,
): boolean {
  const shared = (rows: Rows) => [...rows.keys()].filter((id) => before.has(id) && mine.has(id) && theirs.has(id));
  const [was, own, other] = [shared(before), shared(mine), shared(theirs)];
  if (isEqual(own, was)) return false;
  if (isEqual(other, was) || isEqual(own, other)) return true;
  return decide(merging, lists) === lists.mine;
}

/**
 * The ids of the merged rows: those of `lead` in its order, each of the others after the row that it followed in
 * `other`.
 */
function inOrder(mergedRows: ReadonlyMap<string, unknown>, lead: Rows, other: Rows): string[] {
  const start = '';
  const followers = new Map<string, string[]>();
  let anchor = start;
  for (const id of other.keys()) {
    if (!mergedRows.has(id)) continue;
    if (lead.has(id)) anchor = id;
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id]);
  }
  const leading = [...lead.keys()].filter((id) => mergedRows.has(id));
  return [...(followers.get(start) ?? []), ...leading.flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}

function decide({ conflicts, keys, theirsAt }: Merging, { before, mine, theirs }: MergeInput<unknown>): unknown {
  const path = pointerOf(keys);
  conflicts.push({ path, before, mine, theirs });
  return theirsAt.has(path) ? theirs : mine;
}
