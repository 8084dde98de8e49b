import type { Form, FormScope, ValidWidget } from './form.ts';
import { widgetKinds } from './kinds/kinds.ts';

/** The widget at a path of keys, and whether it is inside a list; undefined if there is none. */
export function widgetAtPath(
  { scope }: Pick<Form, 'scope'>,
  keys: readonly string[],
): { widget: ValidWidget; isRepeated: boolean } | undefined {
  const at: { scope: FormScope; widget?: ValidWidget; isRepeated: boolean } = { scope, isRepeated: false };
  for (const key of keys) {
    const around = at.widget && widgetKinds[at.widget.type].holds;
    const widget = at.scope.owners.get(key);
    if (!widget || around === 'value') return undefined;
    at.isRepeated ||= around === 'rows';
    at.widget = widget;
    at.scope = widget.inner;
  }
  return at.widget && { widget: at.widget, isRepeated: at.isRepeated };
}
