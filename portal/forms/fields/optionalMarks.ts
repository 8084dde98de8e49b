import type { AnyWidget, Form } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';

/** Whether a field may be left empty by who fills it in, so that it is worth a word: a radio has always a value. */
export const canBeEmpty = ({ type, isLocked }: AnyWidget): boolean =>
  !isLocked && type !== 'broken' && kinds[type].holds === 'value' && !/^(?:radio|select|checkbox)$/.test(type);

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
