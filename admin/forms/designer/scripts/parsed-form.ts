import { type Design, serializeDesign } from '#schemas/designing/design.ts';
import type { Form, ValidWidget } from '#schemas/forms/form.ts';
import { createFormReader } from '#schemas/forms/form-reader.ts';

const read = createFormReader();
const cache = new WeakMap<Design, Form>();

/** Parses the design to a form, cached per design. Recompiles only scripts that have changed. */
export function parsedForm(design: Design): Form {
  const cached = cache.get(design);
  if (cached) return cached;
  const form = read(serializeDesign(design));
  cache.set(design, form);
  return form;
}

/** Returns a widget of the parsed form; undefined if it could not be parsed. */
export function parsedWidget(design: Design, id: string): ValidWidget | undefined {
  const widget = parsedForm(design).widgets.find((each) => each.id === id);
  return widget?.type === 'broken' ? undefined : widget;
}

/** Returns the path of a widget's value: its keys from the root, joined by dots, without row indexes. */
export function valuePath(design: Design, id: string): string {
  const widget = parsedWidget(design, id);
  return widget ? [...widget.scope.keys, widget.key].filter((key) => key !== '*').join('.') : '';
}
