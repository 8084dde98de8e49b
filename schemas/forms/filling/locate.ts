import type { Scope, SoundWidget } from '../form.ts';
import { keysOf } from '../pointer.ts';
import { isList, type Row } from './row.ts';

/** The widget that a JSON pointer in the data leads to, and its row; the nearest around it where it leads further. */
export function locate(top: Row, pointer: string): { widget: SoundWidget; row: Row } | undefined {
  let found: { widget: SoundWidget; row: Row } | undefined;
  let row = top;
  let scope: Scope | null = top.scope;
  for (const key of keysOf(pointer)) {
    const rows: Row[] | undefined = found && row.lists.get(found.widget.number);
    if (rows && scope === null) {
      const next: Row | undefined = rows[Number(key)];
      if (!next) return found;
      row = next;
      scope = next.scope;
      continue;
    }
    const widget: SoundWidget | undefined = scope?.owners.get(key);
    if (!widget) return found;
    found = { widget, row };
    scope = isList(widget) || widget.inner === widget.scope ? null : widget.inner;
  }
  return found;
}
