import type { Row } from '#schemas/forms/filling/row.ts';
import type { FormWidget } from '#schemas/forms/form.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';

/** What the view of a type of widget gets: its widget, and the row it stands in. */
export interface ViewProps<T extends WidgetType> {
  widget: FormWidget<T>;
  row: Row;
}
