import type { Operation } from 'fast-json-patch';
import { keysOf } from '../../forms/pointer.ts';
import type { Place } from './place.ts';

/** Names that are told one by one. */
const mostNames = 8;
/** Characters of an earlier value that is told along. */
const shortest = 40;

/** What rows of a list that came or went are called, by the path of the list: the patch that leads back does not know it. */
export type RowNames = Readonly<Record<string, { added?: readonly string[]; removed?: readonly string[] }>>;

/**
 * What a version changed, in words, by the patch that leads back from it: 'changed the status (was Draft), “Budget”; added 2
 * rows to “Spots”; added “Radio spot” to the products'. Operations of kind test change nothing, and what the server sets along goes without saying.
 */
export function patchInWords(place: Place, patch: readonly Operation[], names: RowNames = {}): string {
  const changed = new Map<string, string>();
  const rows = { added: new Map<string, Rows>(), removed: new Map<string, Rows>(), moved: new Map<string, Rows>() };
  for (const operation of patch) {
    if (operation.op === 'test') continue;
    const { at, isAlong, isRow, isWhole } = touchedBy(operation.path, place);
    if (isAlong) continue;
    const kind = isRow ? rowWords[operation.op] : undefined;
    if (kind) {
      const list = operation.path.slice(0, operation.path.lastIndexOf('/'));
      const known = kind === 'moved' ? [] : (names[list]?.[kind] ?? []);
      rows[kind].set(at.name, { count: (rows[kind].get(at.name)?.count ?? 0) + 1, names: known });
    }
    // Of saves that were gathered the first comes last: it knows what was before them all.
    else changed.set(at.name, `${at.name}${isWhole ? wasOf(operation, at) : ''}`);
  }
  const sentence = [
    ...(changed.size > 0 ? [`changed ${listed([...changed.values()])}`] : []),
    ...[...rows.added].map(([name, each]) => `added ${rowsInWords(each)} to ${name}`),
    ...[...rows.removed].map(
      ([name, each]) => `removed ${rowsInWords(each)} ${each.names.length > 0 ? 'from' : 'of'} ${name}`,
    ),
    ...[...rows.moved].map(([name, each]) => `moved ${rowsInWords(each)} of ${name}`),
  ];
  return sentence.length > 0 ? sentence.join('; ') : 'saved it again';
}

/** The patch leads back: what it adds to a list was removed. */
const rowWords: Record<Exclude<Operation['op'], 'test'>, 'added' | 'removed' | 'moved' | undefined> = {
  add: 'removed',
  remove: 'added',
  move: 'moved',
  copy: undefined,
  replace: undefined,
  _get: undefined,
};

/** What a path leads to: the outermost place with values of its own, a field or a list, and what of it. */
interface Touched {
  at: Place;
  isAlong: boolean;
  isRow: boolean;
  isWhole: boolean;
}

function touchedBy(path: string, place: Place): Touched {
  const keys = keysOf(path);
  let at = place;
  let isAlong = false;
  let depth = 0;
  for (; at.holds === 'group' && depth < keys.length; depth += 1) {
    at = at.inside(keys[depth] ?? '');
    isAlong ||= at.isAlong ?? false;
  }
  return { at, isAlong, isRow: at.holds === 'rows' && depth === keys.length - 1, isWhole: depth === keys.length };
}

/** The value in a patch that leads back is the one before. */
function wasOf(operation: Operation, at: Place): string {
  if (operation.op !== 'replace' || at.holds !== 'value' || at.isSecret) return '';
  const text = typeof operation.value === 'object' ? '' : at.text(operation.value);
  return text === '' || text.length > shortest ? '' : ` (was ${text === '–' ? 'empty' : text})`;
}

interface Rows {
  count: number;
  names: readonly string[];
}

/** Rows by their names where these are known, with how many there are of each; else how many there are. */
function rowsInWords({ count, names }: Rows): string {
  if (names.length === 0) return count === 1 ? 'a row' : `${count} rows`;
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return listed([...counts].map(([name, times]) => (times === 1 ? `“${name}”` : `${times} × “${name}”`)));
}

const listed = (names: readonly string[]) =>
  names.length > mostNames
    ? `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`
    : names.join(', ');
