import type { AnyWidget, FormData, Problem, Scope, SoundWidget } from '../form.ts';
import { isRecord } from '../is-record.ts';
import type { Script } from '../script.ts';

/**
 * One row of a list while a form is filled, or the whole form, which is the outermost row. A widget stands in a row once,
 * so a widget and a row together say which field is meant, also when rows move.
 */
export interface Row {
  /** Its `_id`; '' for the whole form. */
  readonly id: string;
  readonly parent: Row | null;
  /** The list it belongs to; null for the whole form. */
  readonly list: SoundWidget | null;
  readonly scope: Scope;
  index: number;
  /** Its values. */
  readonly data: FormData;
  /** Its values as scripts see them: without those of hidden widgets. */
  readonly view: FormData;
  // A form may have 10,000 rows, and most of them leave all of these empty: each is made when it is first needed.
  /** The rows of the lists in it, by the list's number. */
  lists: Map<number, readonly Row[]> | null;
  /** The widgets that their own conditional script hides here. */
  hidden: Set<number> | null;
  /** Whether a widget's value is the person's own instead of the initial one; unknown until its expression has run. */
  typed: Map<number, boolean> | null;
  /** What refuses the widgets' values now. */
  problems: Map<number, readonly Problem[]> | null;
  /** The scripts that could not run here, and why. */
  failures: Map<Script, string> | null;
}

/** A row with the rows inside it; values that are not what their widget holds are taken for none. */
export function openRow(from: Pick<Row, 'id' | 'parent' | 'list' | 'scope' | 'index'>, given: unknown): Row {
  const { id, parent, list, scope, index } = from;
  const data: FormData = isRecord(given) ? { ...given } : {};
  const empty = { lists: null, hidden: null, typed: null, problems: null, failures: null };
  const row: Row = { id, parent, list, scope, index, data, view: {}, ...empty };
  openObject(row, scope, data);
  return row;
}

/** Takes what is inside an object apart into objects and rows of its own, so that changing them changes nothing else's. */
function openObject(row: Row, scope: Scope, object: FormData): void {
  for (const [key, widget] of scope.owners) {
    const given = Object.hasOwn(object, key) ? object[key] : undefined;
    if (isList(widget)) openList(row, widget, given);
    else if (widget.inner !== widget.scope) {
      const inside = { ...(isRecord(given) ? given : {}) };
      object[key] = inside;
      openObject(row, widget.inner, inside);
    }
  }
}

/** Opens the rows of a list, in place of those it had. */
export function openList(row: Row, list: SoundWidget, given: unknown): Row[] {
  const items: unknown[] = Array.isArray(given) ? given : [];
  const rows = items.map((item, index) =>
    openRow({ id: idIn(item), parent: row, list, scope: list.inner, index }, item),
  );
  setRows(row, list, rows);
  if (given !== undefined) placeRows(row, list);
  return rows;
}

const noRows: readonly Row[] = [];

/** The rows of a list in the row it stands in. */
export function rowsIn(row: Row, list: AnyWidget): readonly Row[] {
  return row.lists?.get(list.number) ?? noRows;
}

export function setRows(row: Row, list: SoundWidget, rows: readonly Row[]): void {
  row.lists ??= new Map();
  row.lists.set(list.number, rows);
}

/** Whether its own conditional script hides a widget here. */
export function isHiddenHere(widget: AnyWidget, row: Row): boolean {
  return row.hidden?.has(widget.number) === true;
}

export function setTyped(row: Row, widget: AnyWidget, isTyped: boolean): void {
  row.typed ??= new Map();
  row.typed.set(widget.number, isTyped);
}

/** Writes the rows of a list into the values of the row they are in, numbered anew. */
export function placeRows(row: Row, list: SoundWidget): void {
  const rows = rowsIn(row, list);
  for (const [index, each] of rows.entries()) each.index = index;
  const object = objectIn(row.data, list.scope);
  if (object) object[list.key] = rows.map(({ data }) => data);
}

/** Whether a widget's fields are repeated in rows. */
export const isList = ({ inner, scope }: SoundWidget): boolean => inner.depth > scope.depth;

/** The object of a row that holds a scope's keys; nothing where it is hidden away. */
export function objectIn(values: FormData, scope: Scope): FormData | undefined {
  let object: unknown = values;
  for (const key of scope.inRow) object = isRecord(object) && Object.hasOwn(object, key) ? object[key] : undefined;
  return isRecord(object) ? object : undefined;
}

function idIn(item: unknown): string {
  return isRecord(item) && typeof item._id === 'string' ? item._id : '';
}
