import type { AnyWidget, FormScope, FormValues, Problem, ValidWidget } from '../form.ts';
import { isRecord } from '../is-record.ts';
import type { Script, ScriptKind } from '../script.ts';

/**
 * A row of a list in a filling; the whole form is the outermost row. A widget occurs once per row, so a widget and a
 * row identify a field, even when rows move.
 */
export interface Row {
  /** Its `_id`; '' for the whole form. */
  readonly id: string;
  readonly parent: Row | null;
  /** The list that contains it; null for the whole form. */
  readonly list: ValidWidget | null;
  readonly scope: FormScope;
  index: number;
  /** The stored values. */
  readonly data: FormValues;
  /** The values as scripts see them, without those of hidden widgets. */
  readonly view: FormValues;
  // Most of a form's up to 10,000 rows need none of the following maps, so they are created lazily.
  /** The rows of nested lists, by the list's number. */
  lists: Map<number, readonly Row[]> | null;
  /** The widgets that their own conditional script hides here. */
  hidden: Set<number> | null;
  /** Whether a widget's value was typed rather than computed as initial value; unknown until its expression has run. */
  typed: Map<number, boolean> | null;
  /** The current validation problems by widget. */
  problems: Map<number, readonly Problem[]> | null;
  /** The scripts that failed here, with the error. */
  failures: Map<Script, string> | null;
  /** What scripts say about widgets here: whether they are required or readonly. */
  states: Map<number, WidgetState> | null;
}

/** The results of a widget's scripts in a row, besides its visibility and its initial value. */
type WidgetState = { readonly [Kind in StateKind]?: boolean } & {
  /** The values of the options that are not offered here. */
  readonly withheld?: ReadonlySet<string>;
};
export type StateKind = Extract<ScriptKind, 'required' | 'readonly'>;

/** Opens a row with the rows inside it; values of the wrong type are ignored. */
export function openRow(from: Pick<Row, 'id' | 'parent' | 'list' | 'scope' | 'index'>, values: unknown): Row {
  const { id, parent, list, scope, index } = from;
  const data: FormValues = isRecord(values) ? { ...values } : {};
  const empty = { lists: null, hidden: null, typed: null, problems: null, failures: null, states: null };
  const row: Row = { id, parent, list, scope, index, data, view: {}, ...empty };
  openObject(row, scope, data);
  return row;
}

/** Copies nested objects and opens nested rows, so that changing them changes nothing else. */
function openObject(row: Row, scope: FormScope, object: FormValues): void {
  for (const [key, widget] of scope.owners) {
    const values = Object.hasOwn(object, key) ? object[key] : undefined;
    if (isList(widget)) openList(row, widget, values);
    else if (widget.inner !== widget.scope) {
      const inside = { ...(isRecord(values) ? values : {}) };
      object[key] = inside;
      openObject(row, widget.inner, inside);
    }
  }
}

/** Opens the rows of a list, replacing those it had. */
export function openList(row: Row, list: ValidWidget, values: unknown): Row[] {
  const items: unknown[] = Array.isArray(values) ? values : [];
  const rows = items.map((item, index) =>
    openRow({ id: idIn(item), parent: row, list, scope: list.inner, index }, item),
  );
  setRows(row, list, rows);
  if (values !== undefined) placeRows(row, list);
  return rows;
}

const noRows: readonly Row[] = [];

/** The rows of a list inside a row. */
export function rowsOfList(row: Row, list: AnyWidget): readonly Row[] {
  return row.lists?.get(list.number) ?? noRows;
}

/** Replaces the rows of a list without renumbering them. */
export function setRows(row: Row, list: ValidWidget, rows: readonly Row[]): void {
  row.lists ??= new Map();
  row.lists.set(list.number, rows);
}

/** Whether a widget's own conditional script hides it here. */
export function isHiddenHere(widget: AnyWidget, row: Row): boolean {
  return row.hidden?.has(widget.number) === true;
}

/** The results of a widget's scripts here. */
export const stateHere = ({ number }: Pick<AnyWidget, 'number'>, row: Row): WidgetState =>
  row.states?.get(number) ?? noState;

const noState: WidgetState = {};

/** Whether a person cannot change a widget here: by its config, or because a script locks it or a part around it. */
export function isLockedHere(widget: ValidWidget, row: Row): boolean {
  if (widget.isLocked) return true;
  let each: ValidWidget | null = widget;
  let place: Row | null = row;
  while (each && place) {
    if (stateHere(each, place).readonly === true) return true;
    each = each.parent;
    if (each && isList(each)) place = place.parent;
  }
  return false;
}

/** Records whether a widget's value was typed by a person. */
export function recordTyped(row: Row, widget: AnyWidget, isTyped: boolean): void {
  row.typed ??= new Map();
  row.typed.set(widget.number, isTyped);
}

/** Updates the indexes of a list's rows, and the list in the values of its row. */
export function placeRows(row: Row, list: ValidWidget): void {
  const rows = rowsOfList(row, list);
  for (const [index, each] of rows.entries()) each.index = index;
  const object = objectIn(row.data, list.scope);
  if (object) object[list.key] = rows.map(({ data }) => data);
}

/** Whether a widget's fields are repeated in rows. */
export const isList = ({ inner, scope }: ValidWidget): boolean => inner.depth > scope.depth;

/** The object in a row that contains a scope's keys; undefined if it is hidden. */
export function objectIn(values: FormValues, scope: FormScope): FormValues | undefined {
  let object: unknown = values;
  for (const key of scope.inRow) object = isRecord(object) && Object.hasOwn(object, key) ? object[key] : undefined;
  return isRecord(object) ? object : undefined;
}

function idIn(item: unknown): string {
  return isRecord(item) && typeof item._id === 'string' ? item._id : '';
}
