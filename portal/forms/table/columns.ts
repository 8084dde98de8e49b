import type { AnyWidget, FormWidget, ValidWidget } from '#schemas/forms/form.ts';

/** A column of a table. */
export interface FormTableColumn {
  readonly widget: AnyWidget;
  readonly ratio: number;
  /** The containers of the field, outermost first: if a script hides one, the cell is empty. */
  readonly containers: readonly ValidWidget[];
}

/** A group heading over one or more columns, with a container's label or none. */
export interface ColumnGroup {
  readonly container: ValidWidget | null;
  readonly columns: readonly FormTableColumn[];
}

/** Returns the columns of a table in order, with containers flattened. */
export function tableColumns({ rows }: FormWidget<'table'>): FormTableColumn[] {
  return rows.flatMap(({ columns }) => columns.flatMap(({ widget, ratio }) => columnsIn(widget, ratio, [])));
}

function columnsIn(widget: AnyWidget, ratio: number, containers: readonly ValidWidget[]): FormTableColumn[] {
  if (widget.type !== 'broken' && widget.config.hidden) return [];
  if (widget.type !== 'container') return [{ widget, ratio, containers }];
  const inside = widget.rows.flatMap(({ columns }) => columns);
  return inside.flatMap((each) => columnsIn(each.widget, each.ratio * ratio, [...containers, widget]));
}

/** Groups adjacent columns of the same container under its label. */
export function columnGroups(columns: readonly FormTableColumn[]): ColumnGroup[] {
  const groups: { container: ValidWidget | null; columns: FormTableColumn[] }[] = [];
  for (const column of columns) {
    // The first container is the table's row template itself.
    const container = column.containers[1] ?? null;
    const last = groups.at(-1);
    if (last && container && last.container === container) last.columns.push(column);
    else groups.push({ container, columns: [column] });
  }
  return groups;
}

/** Whether any container has a label for a group heading. */
export const hasGroups = (columns: readonly FormTableColumn[]): boolean =>
  columns.some(({ containers: [, container] }) => container !== undefined && container.meta.label !== '');

/** Whether a column contains money amounts, which are right-aligned. */
export const isMoney = (widget: AnyWidget): boolean => widget.type === 'number_input' && widget.config.money !== 'none';
