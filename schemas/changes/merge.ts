import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import { pointerOf } from '../forms/pointer.ts';
import { keysOfBoth, ownValue } from './keys.ts';
import { areOneThing, type Rows, rowsIn } from './rows.ts';

/** One thing three times: as both read it, as one person has it now, and as somebody else has saved it since. */
export interface Three<T> {
  before: T;
  mine: T;
  theirs: T;
}

/** What both changed, each to something else: only a person can tell. Where one took a row away its side is absent. */
export interface Conflict extends Three<unknown> {
  /** As in a `Change`; that of a list says that both put its rows into another order. */
  path: string;
}

export interface Merged<T> {
  /** Both changes as one: mine where both changed the same. */
  merged: T;
  conflicts: Conflict[];
}

/**
 * Brings two people's changes of one thing together, to the leaf: nothing is lost of what does not overlap (design 6).
 * `theirsAt` are paths of conflicts at which theirs is to stand.
 */
export function merge<T extends object>(three: Three<T>, theirsAt?: Iterable<string>): Merged<T>;
export function merge(three: Three<object>, theirsAt: Iterable<string> = []): Merged<unknown> {
  const merging: Merging = { conflicts: [], keys: [], theirsAt: new Set(theirsAt) };
  return { merged: mergeValues(merging, three) ?? {}, conflicts: merging.conflicts };
}

interface Merging {
  readonly conflicts: Conflict[];
  readonly keys: string[];
  readonly theirsAt: ReadonlySet<string>;
}

function mergeValues(merging: Merging, three: Three<unknown>): unknown {
  const { before, mine, theirs } = three;
  if (isEqual(mine, before)) return theirs;
  if (isEqual(theirs, before) || isEqual(mine, theirs)) return mine;
  if (isRecord(mine) && isRecord(theirs) && areOneThing(mine, theirs)) {
    // What both have made where nothing was is told apart as well.
    const was = isRecord(before) && areOneThing(before, mine) ? before : {};
    return mergeKeys(merging, { before: was, mine, theirs });
  }
  const [own, other] = [rowsIn(mine), rowsIn(theirs)];
  if (own && other) return mergeRows(merging, { before: rowsIn(before) ?? new Map(), mine: own, theirs: other }, three);
  return decide(merging, three);
}

function mergeKeys(merging: Merging, { before, mine, theirs }: Three<Record<string, unknown>>): unknown {
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

function mergeRows(merging: Merging, rows: Three<Rows>, lists: Three<unknown>): unknown[] {
  const { before, mine, theirs } = rows;
  const kept = new Map<string, unknown>();
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    merging.keys.push(id);
    const row = mergeValues(merging, { before: before.get(id), mine: mine.get(id), theirs: theirs.get(id) });
    merging.keys.pop();
    if (row !== undefined) kept.set(id, row);
  }
  const isMine = areMineFirst(merging, rows, lists);
  const [lead, other] = isMine ? [mine, theirs] : [theirs, mine];
  return inOrder(kept, lead, other).map((id) => kept.get(id));
}

/** Whose order the rows stand in: of whoever changed it; where both did, each in another way, somebody has to choose. */
function areMineFirst(merging: Merging, { before, mine, theirs }: Three<Rows>, lists: Three<unknown>): boolean {
  const shared = (rows: Rows) => [...rows.keys()].filter((id) => before.has(id) && mine.has(id) && theirs.has(id));
  const [was, own, other] = [shared(before), shared(mine), shared(theirs)];
  if (isEqual(own, was)) return false;
  if (isEqual(other, was) || isEqual(own, other)) return true;
  return decide(merging, lists) === lists.mine;
}

/** The ids that are kept: those of `lead` in its order, each of the others behind the row that it stood behind. */
function inOrder(kept: ReadonlyMap<string, unknown>, lead: Rows, other: Rows): string[] {
  const start = '';
  const followers = new Map<string, string[]>();
  let anchor = start;
  for (const id of other.keys()) {
    if (!kept.has(id)) continue;
    if (lead.has(id)) anchor = id;
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id]);
  }
  const leading = [...lead.keys()].filter((id) => kept.has(id));
  return [...(followers.get(start) ?? []), ...leading.flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}

function decide({ conflicts, keys, theirsAt }: Merging, { before, mine, theirs }: Three<unknown>): unknown {
  const path = pointerOf(keys);
  conflicts.push({ path, before, mine, theirs });
  return theirsAt.has(path) ? theirs : mine;
}
