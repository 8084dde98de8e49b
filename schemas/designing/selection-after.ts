import type { Design } from './design.ts';
import { findWidget, parentOf, widgetsIn } from './tree.ts';

/**
 * The selection after an edit: the selected widgets that still exist, else the nearest remaining neighbor of the last
 * one: the next sibling, a previous one, or the parent.
 */
export function selectionAfter(before: Design, after: Design, ids: readonly string[]): readonly string[] {
  const there = new Set([...widgetsIn(after.root)].map(({ widget }) => widget.id));
  const remaining = ids.filter((id) => there.has(id));
  if (remaining.length === ids.length) return ids;
  const last = ids.at(-1);
  if (remaining.length > 0 || last === undefined) return remaining;
  const heir = nearest(before, last).find((id) => there.has(id));
  return [heir ?? after.root.id];
}

/** The siblings and ancestors of a widget, the nearest first. */
function nearest(design: Design, id: string): string[] {
  const near: string[] = [];
  let found = findWidget(design, id);
  for (let around = parentOf(found); around; around = parentOf(found)) {
    const siblings = around.widget.rows.flat().map(({ widget }) => widget.id);
    const at = siblings.indexOf(found.widget.id);
    near.push(...siblings.slice(at + 1), ...siblings.slice(0, Math.max(at, 0)).toReversed(), around.widget.id);
    found = around;
  }
  return near;
}
