import type { Configs, WidgetType } from '../../generated/widgets.ts';
import type { AnyWidget, FormData, Scope, SoundWidget } from '../form.ts';
import type { Kind } from '../kinds/kind.ts';
import { kinds } from '../kinds/kinds.ts';
import { isHiddenHere, isList, objectIn, type Row, rowsIn } from './row.ts';
import { placesInside } from './walk.ts';

/** Whether a conditional script hides a widget, or anything that it stands in. */
export function isHidden(widget: AnyWidget, row: Row): boolean {
  let each: AnyWidget | null = widget;
  let place: Row | null = row;
  while (each && place) {
    if (isHiddenHere(each, place)) return true;
    each = each.parent;
    if (each && isList(each)) place = place.parent;
  }
  return false;
}

/** Brings what scripts see of a widget, and of all in it, up to what is stored and what is hidden. */
export function sync(widget: SoundWidget, row: Row): void {
  if (isHidden(widget, row)) conceal(widget, row);
  else reveal(widget, row);
}

function reveal(widget: SoundWidget, row: Row): void {
  const { scope, key } = widget;
  const view = objectIn(row.view, scope);
  const stored = objectIn(row.data, scope);
  if (isList(widget)) {
    const rows = rowsIn(row, widget);
    for (const each of rows) syncInside(widget, each);
    if (view && key !== '') write(view, widget, stored?.[key] && rows.map((each) => each.view));
    return;
  }
  if (view && key !== '') write(view, widget, widget.inner === scope ? inScripts(widget, stored?.[key]) : {});
  syncInside(widget, row);
}

function inScripts<T extends WidgetType>({ type, config }: { type: T; config: Configs[T] }, value: unknown): unknown {
  const kind: Kind<T> = kinds[type];
  return kind.holds === 'value' && kind.inScripts ? kind.inScripts(value, config) : value;
}

function syncInside(widget: SoundWidget, row: Row): void {
  for (const each of widget.inside) {
    if (isHiddenHere(each, row)) conceal(each, row);
    else reveal(each, row);
  }
}

function conceal(widget: SoundWidget, row: Row): void {
  for (const place of placesInside(widget, row)) for (const each of widget.inside) conceal(each, place);
  const view = objectIn(row.view, widget.scope);
  if (view && widget.key !== '') write(view, widget, undefined);
}

/** A key without a value must not let the same key further out be read in its place, so it is then there with nothing. */
function write(view: FormData, { key, scope }: SoundWidget, value: unknown): void {
  if (value !== undefined) view[key] = value;
  else if (isOwnedAround(key, scope.parent)) view[key] = null;
  else delete view[key];
}

/** What the order around the form is read by; a form's own keys stand before them. */
export const contextNames = ['client', 'user', 'channel', 'order'] as const;

function isOwnedAround(key: string, scope: Scope | null): boolean {
  if (!scope) return contextNames.some((name) => name === key);
  return scope.owners.has(key) || isOwnedAround(key, scope.parent);
}
