import type { Design } from './design.ts';
import { findWidget, type Spot } from './tree.ts';

/** A drop position relative to another widget, because row and column indexes change with each widget that moves. */
export type Target =
  /** A new row in a container, before the row of another widget or at the end. */
  | { readonly container: string; readonly before: string | null }
  /** A column in the row of another widget. */
  | { readonly beside: string; readonly side: 'left' | 'right' };

/** Resolves a target to a position in this design. Throws a RangeError if the widget does not exist or is in no row. */
export function resolveTarget(design: Design, target: Target): Spot {
  if ('beside' in target) {
    const { container, row, column } = spotOfWidget(design, target.beside);
    return { container, row, column: (column ?? 0) + (target.side === 'right' ? 1 : 0) };
  }
  const { container, before } = target;
  if (before === null) return { container, row: findWidget(design, container).widget.rows.length, column: null };
  const spot = spotOfWidget(design, before);
  if (spot.container !== container) throw new RangeError(`The widget ${before} does not stand in ${container}`);
  return { ...spot, column: null };
}

/** The container that a target is in. */
export const containerOf = (design: Design, target: Target): string =>
  'beside' in target ? spotOfWidget(design, target.beside).container : target.container;

/** The target of a new row below the row of a widget. */
export function targetBelow(design: Design, id: string): Target {
  const { container, row } = spotOfWidget(design, id);
  const next = findWidget(design, container).widget.rows[row + 1]?.[0];
  return { container, before: next?.widget.id ?? null };
}

function spotOfWidget(design: Design, id: string): Spot {
  const { column, widget } = findWidget(design, id);
  if (!column) throw new RangeError(`The ${widget.type} ${id} stands in no column`);
  return column.spot;
}
