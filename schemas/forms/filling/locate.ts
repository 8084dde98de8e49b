import type { FormScope, ValidWidget } from '../form.ts';
import { keysOf } from '../pointer.ts';
import { isList, type Row, rowsOfList } from './row.ts';

/**
 * Finds the widget and row for a JSON pointer in the data; the nearest enclosing widget if the pointer leads further.
 */
export function locateWidget(top: Row, pointer: string): { widget: ValidWidget; row: Row } | undefined {
  let found: { widget: ValidWidget; row: Row } | undefined;
  let row = top;
  let scope: FormScope | null = top.scope;
  for (const key of keysOf(pointer)) {
    if (found && isList(found.widget) && scope === null) {
      const next: Row | undefined = rowsOfList(row, found.widget)[Number(key)];
      if (!next) return found;
      row = next;
      scope = next.scope;
      continue;
    }
    const widget: ValidWidget | undefined = scope?.owners.get(key);
    if (!widget) return found;
    found = { widget, row };
    scope = isList(widget) || widget.inner === widget.scope ? null : widget.inner;
  }
  return found;
}
