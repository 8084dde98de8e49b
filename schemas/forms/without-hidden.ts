import { createFilling, type Filling } from './filling/filling.ts';
import { isHiddenHere, objectIn } from './filling/row.ts';
import { walk } from './filling/walk.ts';
import type { Form, FormContext, FormValues } from './form.ts';

/** The data for a submission: without the values of widgets that a conditional script hides (design 7). */
export function withoutHidden(form: Form, data: FormValues, context: FormContext): FormValues {
  return visibleData(createFilling(form, data, context, { calculation: 'none' }));
}

/**
 * The same for an open filling. It removes the values from the filling's own rows, so do not use the filling
 * afterwards.
 */
export function visibleData({ form, top, data }: Filling): FormValues {
  const hidden: (() => void)[] = [];
  walk(form.root, top, (widget, row) => {
    // The fields of a hidden container may belong to the surrounding object, so remove them one by one.
    const isHere = isHiddenHere(widget, row);
    if (isHere && widget.type !== 'broken')
      walk(widget, row, (each, place) => {
        const object = objectIn(place.data, each.scope);
        if (object && each.key !== '') hidden.push(() => delete object[each.key]);
        return each.key === '';
      });
    return !isHere;
  });
  for (const leaveOut of hidden) leaveOut();
  return data();
}
