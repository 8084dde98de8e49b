import { around, rowsOf } from '../filling/places.ts';
import { isHiddenHere, type Row } from '../filling/row.ts';
import { isHidden } from '../filling/view.ts';
import type { Form, SoundWidget } from '../form.ts';
import { kinds } from '../kinds/kinds.ts';
import type { Script } from '../script.ts';

/** A field that a script hides: the field's own, or that of an ancestor. */
export interface HiddenField {
  readonly widget: SoundWidget;
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
    if (!script || script.isAwaited) return [];
    const { widget } = script;
    const rows = rowsOf(widget, top, 0).filter((row) => isHiddenHere(widget, row) && isOutermost(widget, row));
    if (rows.length === 0 || isOffScreen(widget)) return [];
    const fields = fieldsIn(widget);
    return rows.flatMap((row) => fields.map((field) => ({ widget: field, row, script })));
  });
}

function isOutermost(widget: SoundWidget, row: Row): boolean {
  const [, outer] = around(widget, row);
  return !outer || !isHidden(outer.widget, outer.row);
}

const isOffScreen = (widget: SoundWidget): boolean =>
  widget.config.hidden || (widget.parent !== null && isOffScreen(widget.parent));

function fieldsIn(widget: SoundWidget): SoundWidget[] {
  if (widget.config.hidden) return [];
  const { holds } = kinds[widget.type];
  if (holds === 'value' || holds === 'rows') return [widget];
  return widget.inside.flatMap(fieldsIn);
}
