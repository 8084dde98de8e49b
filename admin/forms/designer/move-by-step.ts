import type { Design } from '#schemas/designing/design.ts';
import { type EditResult, move } from '#schemas/designing/edits.ts';
import { type Target, targetBelow } from '#schemas/designing/targets.ts';
import { findWidget, type LocatedWidget, parentOf } from '#schemas/designing/tree.ts';

/** Direction of a move by keyboard: one row up or down, out of the container, or into the previous container. */
export type MoveDirection = 'up' | 'down' | 'out' | 'in';

/** Moves a widget one step; rejects if there is nowhere to go. */
export function moveByStep(design: Design, id: string, direction: MoveDirection): EditResult {
  const found = findWidget(design, id);
  const to = targetOf(design, found, direction);
  return to ? move(design, { ids: [id], to }) : { rejected: `It can't move any further ${direction}` };
}

function targetOf(design: Design, found: LocatedWidget, direction: MoveDirection): Target | null {
  const container = parentOf(found);
  if (!found.column || !container) return null;
  const { rows, id } = container.widget;
  const { row, column } = found.column.spot;
  const isAlone = column === null;
  if (direction === 'out') return outOf(design, container);
  if (direction === 'in') return into(found, container);
  // A widget that shares a row first gets a row of its own, then passes the next row.
  if (direction === 'up') {
    const before = isAlone ? rows[row - 1]?.[0] : rows[row]?.find(({ widget }) => widget !== found.widget);
    return before ? { container: id, before: before.widget.id } : null;
  }
  const next = isAlone ? rows[row + 1]?.[0] : rows[row]?.find(({ widget }) => widget !== found.widget);
  return next ? targetBelow(design, next.widget.id) : null;
}

/** Below the container, or below the list or modal that owns the container. */
function outOf(design: Design, container: LocatedWidget): Target | null {
  for (let each: LocatedWidget | null = container; each; each = parentOf(each)) {
    const { id } = each.widget;
    if (findWidget(design, id).column) return targetBelow(design, id);
  }
  return null;
}

/** At the end of the nearest container, list or modal before the widget. */
function into(found: LocatedWidget, container: LocatedWidget): Target | null {
  const before = container.widget.rows.flat().map(({ widget }) => widget);
  const at = before.indexOf(found.widget);
  const holder = before.slice(0, at).findLast(({ type, content }) => type === 'container' || content !== null);
  return holder ? { container: (holder.content ?? holder).id, before: null } : null;
}
