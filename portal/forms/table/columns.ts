import type { AnyWidget, FormWidget, SoundWidget } from '#schemas/forms/form.ts';

/** A column of a table: what stands in it in each row. */
export interface Column {
  readonly widget: AnyWidget;
  readonly ratio: number;
  /** The containers that it stands in, outermost first: what a script hides of them hides the cell. */
  readonly containers: readonly SoundWidget[];
}

/** A heading over one or more columns: a container's label, or none. */
export interface ColumnGroup {
  readonly container: SoundWidget | null;
  readonly columns: readonly Column[];
}

/** The columns of a table in the order of its elements; containers among them are taken apart. */
export function columnsOf({ rows }: FormWidget<'table'>): Column[] {
  return rows.flatMap(({ columns }) => columns.flatMap(({ widget, ratio }) => columnsIn(widget, ratio, [])));
}

function columnsIn(widget: AnyWidget, ratio: number, containers: readonly SoundWidget[]): Column[] {
  if (widget.type !== 'broken' && widget.config.hidden) return [];
  if (widget.type !== 'container') return [{ widget, ratio, containers }];
  const inside = widget.rows.flatMap(({ columns }) => columns);
  return inside.flatMap((each) => columnsIn(each.widget, each.ratio * ratio, [...containers, widget]));
}

/** Columns that stand side by side in the same container among the elements, under its label. */
export function groupsOf(columns: readonly Column[]): ColumnGroup[] {
  const groups: { container: SoundWidget | null; columns: Column[] }[] = [];
  for (const column of columns) {
    // The first container is the elements themselves.
    const container = column.containers[1] ?? null;
    const last = groups.at(-1);
    if (last && container && last.container === container) last.columns.push(column);
    else groups.push({ container, columns: [column] });
  }
  return groups;
}

/** Whether any container gives columns a label of their own. */
export const hasGroups = (columns: readonly Column[]): boolean =>
  columns.some(({ containers: [, container] }) => container !== undefined && container.meta.label !== '');

/** Whether a column holds amounts of money, which stand at the right so that their digits do under each other. */
export const isMoney = (widget: AnyWidget): boolean => widget.type === 'number_input' && widget.config.money !== 'none';
