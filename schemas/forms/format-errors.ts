import { createFilling, type Filling } from './filling/filling.ts';
import { pathOf, storedValue } from './filling/places.ts';
import { isHiddenHere, type Row } from './filling/row.ts';
import { isValidFormat } from './filling/validate-widget.ts';
import { walk } from './filling/walk.ts';
import type { Form, FormContext, FormValues, ValidWidget } from './form.ts';

/** The paths of values with format errors, such as a text that is no option. Waivers do not cover these (design 6). */
export function pathsWithFormatErrors(form: Form, data: FormValues, context: FormContext): string[] {
  const filling = createFilling(form, data, context, { calculation: 'none' });
  const found = visibleOccurrences(
    filling,
    (widget, row) => !isValidFormat(widget, storedValue(widget, row) ?? null, { row, context }),
  );
  return found.map(({ path }) => path);
}

/** A widget at one place of the data: a widget in a list occurs once per row. */
interface WidgetOccurrence {
  widget: ValidWidget;
  /** The path of its value; without a key, of the surrounding object. */
  path: string;
}

/** The widgets that no conditional script hides, in the order of the form. */
export function visibleWidgets(form: Form, data: FormValues, context: FormContext): WidgetOccurrence[] {
  return visibleOccurrences(createFilling(form, data, context, { calculation: 'none' }), () => true);
}

/** The visible widgets that pass a filter. */
function visibleOccurrences(
  { form, top }: Filling,
  filter: (widget: ValidWidget, row: Row) => boolean,
): WidgetOccurrence[] {
  const found: WidgetOccurrence[] = [];
  walk(form.root, top, (widget, row) => {
    if (widget.type === 'broken' || isHiddenHere(widget, row)) return false;
    if (filter(widget, row)) found.push({ widget, path: pathOf(widget, row) });
    return true;
  });
  return found;
}
