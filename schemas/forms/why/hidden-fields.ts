import { fieldWithAncestors, rowsOfWidget } from '../filling/places.ts';
import { isHiddenHere, type Row } from '../filling/row.ts';
import { isHidden } from '../filling/view.ts';
import type { Form, ValidWidget } from '../form.ts';
import { widgetKinds } from '../kinds/kinds.ts';
import type { Script } from '../script.ts';

/** A field that a script hides: the field's own, or that of an ancestor. */
export interface HiddenField {
  readonly widget: ValidWidget;
  /** The row of the field. */
  readonly row: Row;
  readonly script: Script;
}

/**
 * The fields that scripts currently hide, each once; a list counts as one field. Fields hidden by config are excluded.
 * Widgets without a condition cost nothing.
 */
export function hiddenFields(form: Form, top: Row): HiddenField[] {
  return form.scripts.flatMap(({ condition: script }) => {
    if (!script || script.isPending) return [];
    const { widget } = script;
    const rows = rowsOfWidget(widget, top, 0).filter((row) => isHiddenHere(widget, row) && isOutermost(widget, row));
    if (rows.length === 0 || isOffScreen(widget)) return [];
    const fields = fieldsIn(widget);
    return rows.flatMap((row) => fields.map((field) => ({ widget: field, row, script })));
  });
}

function isOutermost(widget: ValidWidget, row: Row): boolean {
  const [, outer] = fieldWithAncestors(widget, row);
  return !outer || !isHidden(outer.widget, outer.row);
}

const isOffScreen = (widget: ValidWidget): boolean =>
  widget.config.hidden || (widget.parent !== null && isOffScreen(widget.parent));

function fieldsIn(widget: ValidWidget): ValidWidget[] {
  if (widget.config.hidden) return [];
  const { holds } = widgetKinds[widget.type];
  if (holds === 'value' || holds === 'rows') return [widget];
  return widget.inside.flatMap(fieldsIn);
}
