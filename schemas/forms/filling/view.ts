import type { Configs, WidgetType } from '../../generated/widgets.ts';
import type { AnyWidget, FormScope, FormValues, ValidWidget } from '../form.ts';
import type { WidgetKind } from '../kinds/kind.ts';
import { widgetKinds } from '../kinds/kinds.ts';
import { isHiddenHere, isList, objectIn, type Row, rowsOfList } from './row.ts';
import { placesInside } from './walk.ts';

/** Whether a conditional script hides a widget or one of its ancestors. */
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

/** Updates what scripts see (`view`) of a widget and its contents, from the stored values and their visibility. */
export function updateView(widget: ValidWidget, row: Row): void {
  if (isHidden(widget, row)) hideInView(widget, row);
  else showInView(widget, row);
}

function showInView(widget: ValidWidget, row: Row): void {
  const { scope, key } = widget;
  const view = objectIn(row.view, scope);
  const stored = objectIn(row.data, scope);
  if (isList(widget)) {
    const rows = rowsOfList(row, widget);
    for (const each of rows) syncInside(widget, each);
    if (view && key !== '') write(view, widget, stored?.[key] && rows.map((each) => each.view));
    return;
  }
  if (view && key !== '') write(view, widget, widget.inner === scope ? inScripts(widget, stored?.[key]) : {});
  syncInside(widget, row);
}

function inScripts<T extends WidgetType>({ type, config }: { type: T; config: Configs[T] }, value: unknown): unknown {
  const kind: WidgetKind<T> = widgetKinds[type];
  return kind.holds === 'value' && kind.inScripts ? kind.inScripts(value, config) : value;
}

function syncInside(widget: ValidWidget, row: Row): void {
  for (const each of widget.inside) {
    if (isHiddenHere(each, row)) hideInView(each, row);
    else showInView(each, row);
  }
}

function hideInView(widget: ValidWidget, row: Row): void {
  for (const place of placesInside(widget, row)) for (const each of widget.inside) hideInView(each, place);
  const view = objectIn(row.view, widget.scope);
  if (view && widget.key !== '') write(view, widget, undefined);
}

/** A key without a value must still shadow the same key further out, so it is set to null then. */
function write(view: FormValues, { key, scope }: ValidWidget, value: unknown): void {
  if (value !== undefined) view[key] = value;
  else if (isOwnedAround(key, scope.parent)) view[key] = null;
  else delete view[key];
}

/** The variables for the order around the form; a form's own keys shadow them. */
export const contextNames = ['client', 'user', 'channel', 'order'] as const;

function isOwnedAround(key: string, scope: FormScope | null): boolean {
  if (!scope) return contextNames.some((name) => name === key);
  return scope.owners.has(key) || isOwnedAround(key, scope.parent);
}
