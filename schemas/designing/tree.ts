import type { Design, DesignColumn, DesignRow, DesignWidget } from './design.ts';

/** Where a widget stands or is to stand: in a column of a container's row, or, without one, in a row of its own there. */
export interface Spot {
  /** The container's id. */
  readonly container: string;
  readonly row: number;
  readonly column: number | null;
}

/** A widget with what it stands in. */
export interface Found {
  readonly widget: DesignWidget;
  /** From the root inwards; empty for the root. */
  readonly around: readonly DesignWidget[];
  /** Null for the root and for what stands in a list or modal: those stay with it. */
  readonly column: Readonly<{ ratio: number; spot: Spot }> | null;
}

/** Every widget, in the order in which a person meets them. */
export function* widgetsIn(widget: DesignWidget, around: readonly DesignWidget[] = []): Generator<Found> {
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

/** The widget of an id. Throws a RangeError where there is none. */
export function findWidget({ root }: Design, id: string): Found {
  for (const found of widgetsIn(root)) if (found.widget.id === id) return found;
  throw new RangeError(`No widget has the id ${id}`);
}

/** The design with a widget as `change` makes it; what is not around it stays the same objects. */
export function withWidget({ widget, around }: Found, change: (widget: DesignWidget) => DesignWidget): Design {
  let before = widget;
  let after = change(widget);
  for (const each of around.toReversed()) {
    const content = each.content === before ? after : each.content;
    after = { ...each, content, rows: replaced(each.rows, before, after) };
    before = each;
  }
  return { root: after };
}

/** What a widget stands in; null for the root. */
export function outside({ around }: Found): Found | null {
  const widget = around.at(-1);
  return widget ? { widget, around: around.slice(0, -1), column: null } : null;
}

function replaced(rows: readonly DesignRow[], before: DesignWidget, after: DesignWidget): readonly DesignRow[] {
  if (!rows.some((row) => row.some(({ widget }) => widget === before))) return rows;
  return rows.map((row) =>
    row.some(({ widget }) => widget === before)
      ? row.map((column) => (column.widget === before ? { ...column, widget: after } : column))
      : row,
  );
}

/** The design with a column put where `spot` says. Throws a RangeError where no container is, or no such place in it. */
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

/** The design without a widget, and without its row where it was alone there. Throws a RangeError for one that stays where it is. */
export function withoutWidget(found: Found): Design {
  const { column, widget } = found;
  const container = outside(found);
  if (!column || !container) throw new RangeError(`The ${widget.type} ${widget.id} stays with what it stands in`);
  const { row } = column.spot;
  const left = (container.widget.rows[row] ?? []).filter((each) => each.widget !== widget);
  return withWidget(container, (each) => ({
    ...each,
    rows: left.length > 0 ? each.rows.toSpliced(row, 1, left) : each.rows.toSpliced(row, 1),
  }));
}
