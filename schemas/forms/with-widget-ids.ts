import { isRecord } from './is-record.ts';
import { keysOf } from './pointer.ts';
import { readFormWithoutScripts } from './read-form-without-scripts.ts';

/** Copies a formSchema and adds an id to every widget without one; done at each save of a form (design 7). */
export function withWidgetIds<T>(formSchema: T, idOf: () => string): T {
  const copy = structuredClone(formSchema);
  for (const { place } of readFormWithoutScripts(formSchema).widgets) {
    const widget = keysOf(place).reduce<unknown>(inside, copy);
    if (isRecord(widget) && widget.id === undefined) widget.id = idOf();
  }
  return copy;
}

/** `place` consists of fixed property names and indexes, so no key in it can reach the prototype. */
function inside(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) ? value[key] : undefined;
}
