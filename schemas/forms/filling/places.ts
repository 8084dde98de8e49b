import type { ValidWidget } from '../form.ts';
import { isRecord } from '../is-record.ts';
import { pointerOf } from '../pointer.ts';
import { isList, objectIn, type Row } from './row.ts';

/** The path from the whole form to a row, as keys and row indexes. */
export function keysOfRow({ parent, list, index }: Row): (string | number)[] {
  return parent && list ? [...keysOfRow(parent), ...list.scope.inRow, list.key, index] : [];
}

/** The JSON pointer of a widget's value; without a key, that of the surrounding object. */
export function pathOf({ scope, key }: ValidWidget, row: Row): string {
  return pointerOf([...keysOfRow(row), ...scope.inRow, ...(key === '' ? [] : [key])]);
}

/** A widget's stored value; undefined for one without a key. */
export function storedValue({ scope, key }: ValidWidget, row: Row): unknown {
  return key === '' ? undefined : objectIn(row.data, scope)?.[key];
}

/** A field and its ancestors, from the inside out, each with its row. */
export function fieldWithAncestors(widget: ValidWidget, row: Row): { widget: ValidWidget; row: Row }[] {
  const { parent } = widget;
  const outer = parent && isList(parent) ? row.parent : row;
  return [{ widget, row }, ...(parent && outer ? fieldWithAncestors(parent, outer) : [])];
}

/** The value at a path in the data of the whole form; null if there is none. */
export function valueAtPath(row: Row, path: readonly (string | number)[]): unknown {
  if (row.parent) return valueAtPath(row.parent, path);
  const inside = (value: unknown, key: string | number): unknown => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
  };
  return path.reduce<unknown>(inside, row.data) ?? null;
}

/** All rows of a widget that share their first `shared` ancestors with `row`. */
export function rowsOfWidget(widget: ValidWidget, row: Row, shared: number): Row[] {
  let rows = [ancestor(row, shared)];
  for (const list of widget.scope.lists.slice(shared)) rows = rows.flatMap((each) => each.lists?.get(list) ?? []);
  return rows;
}

function ancestor(row: Row, depth: number): Row {
  return row.parent && row.scope.depth > depth ? ancestor(row.parent, depth) : row;
}
