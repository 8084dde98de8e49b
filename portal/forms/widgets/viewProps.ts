import type { Row } from '#schemas/forms/filling/row.ts';
import type { FormWidget } from '#schemas/forms/form.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';

/** The props of a widget's view: the widget and its row. */
export interface ViewProps<T extends WidgetType> {
  widget: FormWidget<T>;
  row: Row;
}
