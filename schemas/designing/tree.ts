import type { Design, DesignColumn, DesignRow, DesignWidget } from './design.ts';

/** A position: a column in a row of a container, or, without a column, a row of its own. */
export interface Spot {
  /** The container's id. */
  readonly container: string;
  readonly row: number;
  readonly column: number | null;
}

/** A widget with its ancestors. */
export interface LocatedWidget {
  readonly widget: DesignWidget;
  /** The ancestors from the root inwards; empty for the root. */
  readonly around: readonly DesignWidget[];
  /** Null for the root and for the container in a list or modal, which cannot be moved. */
  readonly column: Readonly<{ ratio: number; spot: Spot }> | null;
}

/** Visits every widget in document order. */
export function* widgetsIn(widget: DesignWidget, around: readonly DesignWidget[] = []): Generator<LocatedWidget> {
  yield { widget, around, column: null };
  const inside = [...around, widget];
  if (widget.content) yield* widgetsIn(widget.content, inside);
  for (const [row, columns] of widget.rows.entries()) {
    for (const [index, each] of columns.entries()) {
      const spot = { container: widget.id, row, column: columns.length > 1 ? index : null };
      for (const found of widgetsIn(each.widget, inside))
        yield found.widget === each.widget ? { ...found, column: { ratio: each.ratio, spot } } : found;
    }
  }
}

/** Finds a widget by id. Throws a RangeError if there is none. */
export function findWidget({ root }: Design, id: string): LocatedWidget {
  for (const found of widgetsIn(root)) if (found.widget.id === id) return found;
  throw new RangeError(`No widget has the id ${id}`);
}

/** Replaces a widget by the result of `change`; only its ancestors become new objects. */
export function withWidget({ widget, around }: LocatedWidget, change: (widget: DesignWidget) => DesignWidget): Design {
  let before = widget;
  let after = change(widget);
  for (const each of around.toReversed()) {
    const content = each.content === before ? after : each.content;
    after = { ...each, content, rows: replaceInRows(each.rows, before, after) };
    before = each;
  }
  return { root: after };
}

/** The parent of a widget; null for the root. */
export function parentOf({ around }: LocatedWidget): LocatedWidget | null {
  const widget = around.at(-1);
  return widget ? { widget, around: around.slice(0, -1), column: null } : null;
}

function replaceInRows(rows: readonly DesignRow[], before: DesignWidget, after: DesignWidget): readonly DesignRow[] {
  if (!rows.some((row) => row.some(({ widget }) => widget === before))) return rows;
  return rows.map((row) =>
    row.some(({ widget }) => widget === before)
      ? row.map((column) => (column.widget === before ? { ...column, widget: after } : column))
      : row,
  );
}

/** Inserts a column at a position. Throws a RangeError if there is no such container or position. */
export function withColumn(design: Design, column: DesignColumn, spot: Spot): Design {
  const found = findWidget(design, spot.container);
  const { rows, type } = found.widget;
  const row = rows[spot.row];
  const last = spot.column === null ? rows.length : (row?.length ?? -1);
  const at = spot.column ?? spot.row;
  if (type !== 'container' || at < 0 || at > last)
    throw new RangeError(`The ${type} ${spot.container} has no place for a widget at row ${spot.row}`);
  const put =
    spot.column === null
      ? rows.toSpliced(spot.row, 0, [column])
      : rows.toSpliced(spot.row, 1, (row ?? []).toSpliced(spot.column, 0, column));
  return withWidget(found, (container) => ({ ...container, rows: put }));
}

/** Removes a widget, and its row if it was alone there. Throws a RangeError for one that cannot be removed. */
export function withoutWidget(found: LocatedWidget): Design {
  const { column, widget } = found;
  const container = parentOf(found);
  if (!column || !container) throw new RangeError(`The ${widget.type} ${widget.id} stays with what it stands in`);
  const { row } = column.spot;
  const left = (container.widget.rows[row] ?? []).filter((each) => each.widget !== widget);
  return withWidget(container, (each) => ({
    ...each,
    rows: left.length > 0 ? each.rows.toSpliced(row, 1, left) : each.rows.toSpliced(row, 1),
  }));
}

/**
 * The selection after an edit: the selected widgets that still exist, else the nearest remaining neighbor of the last
 * one: the next sibling, a previous one, or the parent.
 */
export function selectionAfter(before: Design, after: Design, ids: readonly string[]): readonly string[] {
  const there = new Set([...widgetsIn(after.root)].map(({ widget }) => widget.id));
  const remaining = ids.filter((id) => there.has(id));
  if (remaining.length === ids.length) return ids;
  const last = ids.at(-1);
  if (remaining.length > 0 || last === undefined) return remaining;
  const heir = nearest(before, last).find((id) => there.has(id));
  return [heir ?? after.root.id];
}

/** The siblings and ancestors of a widget, the nearest first. */
function nearest(design: Design, id: string): string[] {
  const near: string[] = [];
  let found = findWidget(design, id);
  for (let around = parentOf(found); around; around = parentOf(found)) {
    const siblings = around.widget.rows.flat().map(({ widget }) => widget.id);
    const at = siblings.indexOf(found.widget.id);
    near.push(...siblings.slice(at + 1), ...siblings.slice(0, Math.max(at, 0)).toReversed(), around.widget.id);
    found = around;
  }
  return near;
}
