import type { ValidWidget } from '../../forms/form.ts';
import { isEqual } from '../../forms/is-equal.ts';
import { widgetKinds } from '../../forms/kinds/kinds.ts';

/**
 * Converts a value for another widget (data migration), if both hold the same type of value; undefined if they do not.
 * Option values are mapped by their labels.
 */
export function convertValue(value: unknown, from: ValidWidget, to: ValidWidget): unknown {
  // A password must not become readable in another field.
  if (from.type === 'password_input' && to.type !== 'password_input') return undefined;
  const [one, other] = [shapeOf(from), shapeOf(to)];
  if (one === undefined || other === undefined) return undefined;
  const isAlike = isEqual(one, other) || (isWritten(from) && isWritten(to));
  if (isAlike) return inOptions(value, from, to);
  return isEqual({ list: one }, other) ? inOptions([value], from, to) : undefined;
}

function shapeOf({ type }: ValidWidget) {
  const kind = widgetKinds[type];
  return kind.holds === 'value' ? kind.scriptType : undefined;
}

/** Text and numbers convert into each other. */
const isWritten = ({ type }: ValidWidget) => type === 'text_input' || type === 'number_input';

/** Maps option values that no longer exist: to the only option with the same label, if there is exactly one. */
function inOptions(value: unknown, from: ValidWidget, to: ValidWidget): unknown {
  const [before, after] = [optionsOf(from), optionsOf(to)];
  const renamed = (each: unknown) => {
    if (after.some((option) => option.value === each)) return each;
    const name = nameIn(before, each);
    const [found, ...others] = after.filter((option) => (option.label || option.value) === name);
    return found && others.length === 0 ? found.value : each;
  };
  return Array.isArray(value) ? value.map(renamed) : renamed(value);
}

const optionsOf = ({ config }: ValidWidget) => ('options' in config ? config.options : []);

function nameIn(options: ReturnType<typeof optionsOf>, value: unknown): string | undefined {
  const option = options.find((each) => each.value === value);
  return option && (option.label || option.value);
}
