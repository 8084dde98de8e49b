import { type Design, formSchemaOf } from '#schemas/designing/design.ts';
import type { Form, SoundWidget } from '#schemas/forms/form.ts';
import { createFormReader } from '#schemas/forms/form-reader.ts';

const read = createFormReader();
const known = new WeakMap<Design, Form>();

/** The form that a design is, read once for all that look at it: of its scripts only those are compiled that have changed. */
export function formOf(design: Design): Form {
  const earlier = known.get(design);
  if (earlier) return earlier;
  const form = read(formSchemaOf(design));
  known.set(design, form);
  return form;
}

/** A widget of it as the form engine has it; nothing for one that it can not read. */
export function readWidget(design: Design, id: string): SoundWidget | undefined {
  const widget = formOf(design).widgets.find((each) => each.id === id);
  return widget?.type === 'broken' ? undefined : widget;
}

/** Where the value of a widget stands: keys from the whole form, joined by dots, without rows. */
export function placeOf(design: Design, id: string): string {
  const widget = readWidget(design, id);
  return widget ? [...widget.scope.keys, widget.key].filter((key) => key !== '*').join('.') : '';
}
