import type { AnyWidget, Form } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';

/** Whether a field can be left empty, so that 'optional' says something of it: a choice that begins with its first option can not. */
export function canBeEmpty(widget: AnyWidget): boolean {
  if (widget.isLocked || widget.type === 'broken' || kinds[widget.type].holds !== 'value') return false;
  if (widget.type === 'checkbox') return widget.config.presentation === 'yes_no';
  return !/^(?:radio|select)$/.test(widget.type) || widget.config.emptyUntilAnswered;
}

const known = new WeakMap<Form, boolean>();

/** Whether a form marks the fields that are optional. */
export function isMarkedOptional(form: Form): boolean {
  const kept = known.get(form);
  if (kept !== undefined) return kept;
  const required = form.widgets.filter((each) => each.type !== 'broken' && each.config.required && !each.isSpared);
  const optional = form.widgets.filter((each) => canBeEmpty(each) && !required.includes(each));
  const is = isOptionalRarer({ required: required.length, optional: optional.length });
  known.set(form, is);
  return is;
}

/** Where most of some fields are required, to mark the others takes fewer words; also in the form of a line. */
export const isOptionalRarer = ({ required, optional }: { required: number; optional: number }): boolean =>
  required > 2 && required > 2 * optional;
