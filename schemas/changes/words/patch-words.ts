import type { Operation } from 'fast-json-patch';
import type { Form } from '../../forms/form.ts';
import { keysOf } from '../../forms/pointer.ts';
import { Order } from '../../generated/registry.ts';
import { formPlace } from './form-place.ts';
import type { FieldDescription } from './place.ts';
import { recordPlace } from './record-place.ts';

/** The maximum number of names in a list; the rest is counted. */
const maxNames = 8;
/** The longest previous value, in characters, that is shown. */
const maxValueLength = 40;

/**
 * Names of rows that were added or removed, by the path of the list. A backward patch does not contain the names of
 * added rows.
 */
export type RowNames = Readonly<Record<string, { added?: readonly string[]; removed?: readonly string[] }>>;

/**
 * Summarizes the changes of a version in words, from the backward patch that undoes it: 'changed the status (was
 * Draft), “Budget”; added 2 rows to “Spots”; added “Radio spot” to the products'. Skips test operations and properties
 * that the server sets.
 */
export function patchInWords(place: FieldDescription, patch: readonly Operation[], names: RowNames = {}): string {
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
    // Later operations overwrite earlier ones: in merged autosaves the oldest comes last, and it has the original
    // value.
    else changed.set(at.name, `${at.name}${isWhole ? wasOf(operation, at) : ''}`);
  }
  const sentence = [
    ...(changed.size > 0 ? [`changed ${joinNames([...changed.values()])}`] : []),
    ...[...rows.added].map(([name, each]) => `added ${rowsInWords(each)} to ${name}`),
    ...[...rows.removed].map(
      ([name, each]) => `removed ${rowsInWords(each)} ${each.names.length > 0 ? 'from' : 'of'} ${name}`,
    ),
    ...[...rows.moved].map(([name, each]) => `moved ${rowsInWords(each)} of ${name}`),
  ];
  return sentence.length > 0 ? sentence.join('; ') : 'saved it again';
}

/** The patch undoes the version, so what it adds to a list was removed. */
const rowWords: Record<Exclude<Operation['op'], 'test'>, 'added' | 'removed' | 'moved' | undefined> = {
  add: 'removed',
  remove: 'added',
  move: 'moved',
  copy: undefined,
  replace: undefined,
  _get: undefined,
};

/** The place that a path leads to: the outermost field or list, and how much of it is affected. */
interface Touched {
  at: FieldDescription;
  isAlong: boolean;
  isRow: boolean;
  isWhole: boolean;
}

function touchedBy(path: string, place: FieldDescription): Touched {
  const keys = keysOf(path);
  let at = place;
  let isAlong = false;
  let depth = 0;
  for (; at.holds === 'group' && depth < keys.length; depth += 1) {
    at = at.inside(keys[depth] ?? '');
    isAlong ||= at.isSetByServer ?? false;
  }
  return { at, isAlong, isRow: at.holds === 'rows' && depth === keys.length - 1, isWhole: depth === keys.length };
}

/** The value in a backward patch is the previous one. */
function wasOf(operation: Operation, at: FieldDescription): string {
  if (operation.op !== 'replace' || at.holds !== 'value' || at.isSecret) return '';
  const text = typeof operation.value === 'object' ? '' : at.text(operation.value);
  return text === '' || text.length > maxValueLength ? '' : ` (was ${text === '–' ? 'empty' : text})`;
}

interface Rows {
  count: number;
  names: readonly string[];
}

/** Rows by name with a count for repeated names, or the number of rows if the names are unknown. */
function rowsInWords({ count, names }: Rows): string {
  if (names.length === 0) return count === 1 ? 'a row' : `${count} rows`;
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return joinNames([...counts].map(([name, times]) => (times === 1 ? `“${name}”` : `${times} × “${name}”`)));
}

const joinNames = (names: readonly string[]) =>
  names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ');

/** An order with the labels of its schema and, if its form is loaded, of its widgets. */
export function orderPlace(form?: Pick<Form, 'scope'>): FieldDescription {
  return recordPlace(Order, form ? { formData: formPlace(form) } : {});
}
