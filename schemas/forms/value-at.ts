import type { Form, Scope, SoundWidget } from './form.ts';
import { kinds } from './kinds/kinds.ts';

/** The widget at a path of keys, and whether it is inside a list; undefined if there is none. */
export function valueAt(
  { scope }: Pick<Form, 'scope'>,
  keys: readonly string[],
): { widget: SoundWidget; isRepeated: boolean } | undefined {
  const at: { scope: Scope; widget?: SoundWidget; isRepeated: boolean } = { scope, isRepeated: false };
  for (const key of keys) {
    const around = at.widget && kinds[at.widget.type].holds;
    const widget = at.scope.owners.get(key);
    if (!widget || around === 'value') return undefined;
    at.isRepeated ||= around === 'rows';
    at.widget = widget;
    at.scope = widget.inner;
  }
  return at.widget && { widget: at.widget, isRepeated: at.isRepeated };
}
