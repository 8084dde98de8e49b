import type { AnyWidget, Form } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';

/**
 * Whether a field can be left empty, so that an 'optional' mark makes sense. A choice that starts with its first option
 * cannot.
 */
export function canBeEmpty(widget: AnyWidget): boolean {
  if (widget.isLocked || widget.type === 'broken' || widgetKinds[widget.type].holds !== 'value') return false;
  if (widget.type === 'checkbox') return widget.config.presentation === 'yes_no';
  return !/^(?:radio|select)$/.test(widget.type) || widget.config.emptyUntilAnswered;
}

const cache = new WeakMap<Form, boolean>();

/** Whether a form marks its optional fields instead of the required ones. Cached per form. */
export function marksOptionalFields(form: Form): boolean {
  const cached = cache.get(form);
  if (cached !== undefined) return cached;
  const required = form.widgets.filter((each) => each.type !== 'broken' && each.config.required && !each.isSpared);
  const optional = form.widgets.filter((each) => canBeEmpty(each) && !required.includes(each));
  const isRarer = areOptionalFieldsFewer({ required: required.length, optional: optional.length });
  cache.set(form, isRarer);
  return isRarer;
}

/** Marks the optional fields when that takes fewer marks; also for the form of an order line. */
export const areOptionalFieldsFewer = ({ required, optional }: { required: number; optional: number }): boolean =>
  required > 2 && required > 2 * optional;
