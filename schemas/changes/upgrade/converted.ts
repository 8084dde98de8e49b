import type { SoundWidget } from '../../forms/form.ts';
import { isEqual } from '../../forms/is-equal.ts';
import { kinds } from '../../forms/kinds/kinds.ts';

/**
 * A value as another widget may take it, by what both hold; undefined where they have nothing in common. What its options
 * are called now follows their labels.
 */
export function converted(value: unknown, from: SoundWidget, to: SoundWidget): unknown {
  // What nobody may read must not come to be read.
  if (from.type === 'password_input' && to.type !== 'password_input') return undefined;
  const [one, other] = [shapeOf(from), shapeOf(to)];
  if (one === undefined || other === undefined) return undefined;
  const isAlike = isEqual(one, other) || (isWritten(from) && isWritten(to));
  if (isAlike) return inOptions(value, from, to);
  return isEqual({ list: one }, other) ? inOptions([value], from, to) : undefined;
}

function shapeOf({ type }: SoundWidget) {
  const kind = kinds[type];
  return kind.holds === 'value' ? kind.scriptType : undefined;
}

/** Numbers can be typed as text, and the other way round. */
const isWritten = ({ type }: SoundWidget) => type === 'text_input' || type === 'number_input';

/** An option that is gone is the one that is called the same now, where just one is. */
function inOptions(value: unknown, from: SoundWidget, to: SoundWidget): unknown {
  const [before, after] = [optionsOf(from), optionsOf(to)];
  const renamed = (each: unknown) => {
    if (after.some((option) => option.value === each)) return each;
    const name = nameIn(before, each);
    const [found, ...others] = after.filter((option) => (option.label || option.value) === name);
    return found && others.length === 0 ? found.value : each;
  };
  return Array.isArray(value) ? value.map(renamed) : renamed(value);
}

const optionsOf = ({ config }: SoundWidget) => ('options' in config ? config.options : []);

function nameIn(options: ReturnType<typeof optionsOf>, value: unknown): string | undefined {
  const option = options.find((each) => each.value === value);
  return option && (option.label || option.value);
}
