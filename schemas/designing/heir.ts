import type { Design } from './design.ts';
import { findWidget, outside, widgetsIn } from './tree.ts';

/**
 * What is pointed at once an edit is done: those of the widgets that are still there, else the nearest to the last of them
 * that is, which is what stood after it, before it, or what it stood in.
 */
export function heirsOf(before: Design, after: Design, ids: readonly string[]): readonly string[] {
  const there = new Set([...widgetsIn(after.root)].map(({ widget }) => widget.id));
  const kept = ids.filter((id) => there.has(id));
  if (kept.length === ids.length) return ids;
  const last = ids.at(-1);
  if (kept.length > 0 || last === undefined) return kept;
  const heir = nearest(before, last).find((id) => there.has(id));
  return [heir ?? after.root.id];
}

/** The widgets near one, the nearest first. */
function nearest(design: Design, id: string): string[] {
  const near: string[] = [];
  let found = findWidget(design, id);
  for (let around = outside(found); around; around = outside(found)) {
    const siblings = around.widget.rows.flat().map(({ widget }) => widget.id);
    const at = siblings.indexOf(found.widget.id);
    near.push(...siblings.slice(at + 1), ...siblings.slice(0, Math.max(at, 0)).toReversed(), around.widget.id);
    found = around;
  }
  return near;
}
