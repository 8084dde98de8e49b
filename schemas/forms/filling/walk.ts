import type { AnyWidget, ValidWidget } from '../form.ts';
import { isList, type Row, rowsOfList } from './row.ts';

/** Visits widgets in document order, those in a list once per row. `enter` returns whether to visit the contents. */
export function walk(widget: AnyWidget, row: Row, enter: (widget: AnyWidget, row: Row) => boolean): void {
  if (!enter(widget, row) || widget.type === 'broken') return;
  for (const place of placesInside(widget, row)) {
    for (const { columns } of widget.rows) for (const column of columns) walk(column.widget, place, enter);
  }
}

/** The rows in which a widget's contents are: those of a list, else the widget's own row. */
export function placesInside(widget: ValidWidget, row: Row): readonly Row[] {
  return isList(widget) ? rowsOfList(row, widget) : [row];
}
