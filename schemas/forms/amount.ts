import { sum, toCents } from '#grammar/decimal/decimal.ts';
import type { Filling } from './filling/filling.ts';
import { rowsOfWidget } from './filling/places.ts';
import { objectIn } from './filling/row.ts';
import type { AnyWidget, ValidWidget } from './form.ts';

/**
 * The total of the counted money fields of a filled form, across all rows, without hidden fields. Null if the form has
 * no such field.
 */
export function formAmount({ form, top }: Pick<Filling, 'form' | 'top'>): number | null {
  const countedWidgets = form.widgets.filter(isCounted);
  if (countedWidgets.length === 0) return null;
  const values = countedWidgets.flatMap((widget) =>
    rowsOfWidget(widget, top, 0).map((row) => objectIn(row.view, widget.scope)?.[widget.key]),
  );
  return sumOfMoney(values) ?? 0;
}

/** The sum of the numbers among these values, exact to the cent; null if there are none. */
export function sumOfMoney(values: readonly unknown[]): number | null {
  const amounts = values.filter((value) => typeof value === 'number' && Number.isFinite(value)).map(Number);
  return amounts.length === 0 ? null : toCents(sum(amounts));
}

const isCounted = (widget: AnyWidget): widget is ValidWidget =>
  widget.type === 'number_input' && widget.config.money === 'counted' && widget.key !== '';
