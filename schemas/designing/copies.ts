import type { Design, DesignWidget } from './design.ts';
import { freeKey, keyedBelow, keyOf } from './keys.ts';
import { withKeys } from './rename-key.ts';
import { widgetsIn } from './tree.ts';

/**
 * Copies widgets for insertion where the keys in `taken` exist: with new ids, and new keys for those that are taken.
 * Scripts among the copies use the new keys. Rejected if a script already uses such a name for something else.
 */
export function copyWidgets(
  widgets: readonly DesignWidget[],
  taken: ReadonlySet<string>,
  idOf: () => string,
): readonly DesignWidget[] | { readonly refused: string } {
  const copies = widgets.map((widget) => withOwnIds(widget, idOf));
  const design: Design = { root: asForm(copies, idOf) };
  const own = new Set([...widgetsIn(design.root)].map(({ widget }) => keyOf(widget)));
  const used = new Set(taken);
  const keys = new Map<string, string>();
  for (const each of keyedBelow(design.root)) {
    const key = keyOf(each);
    const free = used.has(key) ? freeKey(key, new Set([...used, ...own])) : key;
    used.add(free);
    if (free !== key) keys.set(each.id, free);
  }
  if (keys.size === 0) return copies;
  const renamed = withKeys(design, keys);
  return 'refused' in renamed ? renamed : renamed.root.rows.flat().map(({ widget }) => widget);
}

const withOwnIds = (widget: DesignWidget, idOf: () => string): DesignWidget => ({
  ...widget,
  id: idOf(),
  content: widget.content && withOwnIds(widget.content, idOf),
  rows: widget.rows.map((row) => row.map((column) => ({ ...column, widget: withOwnIds(column.widget, idOf) }))),
});

/** A temporary form with one row per widget. */
const asForm = (widgets: readonly DesignWidget[], idOf: () => string): DesignWidget => ({
  ...{ type: 'container', id: idOf(), meta: {}, config: {}, content: null },
  rows: widgets.map((widget) => [{ ratio: 1, widget }]),
});
