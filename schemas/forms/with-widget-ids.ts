import { isRecord } from './is-record.ts';
import { keysOf } from './pointer.ts';
import { readFormAhead } from './read-form-ahead.ts';

/** A copy of a formSchema with an id for every widget that has none, as each save of a form gives it (design 7). */
export function withWidgetIds<T>(formSchema: T, idOf: () => string): T {
  const copy = structuredClone(formSchema);
  for (const { place } of readFormAhead(formSchema).widgets) {
    const widget = keysOf(place).reduce<unknown>(inside, copy);
    if (isRecord(widget) && widget.id === undefined) widget.id = idOf();
  }
  return copy;
}

/** A place is made of the names of a form's parts and of numbers, so no key in it can lead anywhere else. */
function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) ? value[key] : undefined;
}
