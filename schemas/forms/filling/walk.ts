import type { AnyWidget, SoundWidget } from '../form.ts';
import { isList, type Row, rowsIn } from './row.ts';

/**
 * Visits widgets in the order in which a person meets them, a list's once for each row. `enter` answers whether to go on
 * to what is inside.
 */
export function walk(widget: AnyWidget, row: Row, enter: (widget: AnyWidget, row: Row) => boolean): void {
  if (!enter(widget, row) || widget.type === 'broken') return;
  for (const place of placesInside(widget, row)) {
    for (const { columns } of widget.rows) for (const column of columns) walk(column.widget, place, enter);
  }
}

/** The rows in which what is inside a widget stands: those of a list, else the widget's own. */
export function placesInside(widget: SoundWidget, row: Row): readonly Row[] {
  return isList(widget) ? rowsIn(row, widget) : [row];
}
