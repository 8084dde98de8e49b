import type { AnyWidget, Form } from '#schemas/forms/form.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';

/** Whether a field may be left empty by who fills it in, so that it is worth a word: a radio has always a value. */
export const canBeEmpty = ({ type, isLocked }: AnyWidget): boolean =>
  !isLocked && type !== 'broken' && kinds[type].holds === 'value' && !/^(?:radio|select|checkbox)$/.test(type);

const known = new WeakMap<Form, boolean>();

/** Whether a form marks the fields that are optional: where most of some are required, those are the fewer words. */
export function isMarkedOptional(form: Form): boolean {
  const kept = known.get(form);
  if (kept !== undefined) return kept;
  const required = form.widgets.filter((each) => each.type !== 'broken' && each.config.required && !each.isSpared);
  const optional = form.widgets.filter((each) => canBeEmpty(each) && !required.includes(each));
  const is = required.length > 3 && required.length > 2 * optional.length;
  known.set(form, is);
  return is;
}
