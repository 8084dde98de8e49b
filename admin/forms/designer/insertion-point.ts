import { type Target, targetBelow } from '#schemas/designing/targets.ts';
import { findWidget, widgetsIn } from '#schemas/designing/tree.ts';
import { type DropTarget, resolveTarget } from './drag-data.ts';
import type { Designer } from './useDesigner.ts';

/**
 * Insertion point for new widgets: into the selected container, else below the selection, else at the end of the form.
 */
export function insertionPoint({ design, selected }: Pick<Designer, 'design' | 'selected'>): Target {
  const last = selected.at(-1);
  const holder = last?.content ?? last ?? design.root;
  if (holder.type === 'container') return { container: holder.id, before: null };
  return findWidget(design, holder.id).column
    ? targetBelow(design, holder.id)
    : { container: design.root.id, before: null };
}

/** Resolves a drop to a target. Falls back to the insertion point if the widget dropped on no longer exists. */
export function resolveDrop({
  dropped,
  ...designer
}: Pick<Designer, 'design' | 'selected'> & { dropped?: DropTarget | undefined }): Target {
  const isThere = [...widgetsIn(designer.design.root)].some(({ widget }) => widget.id === dropped?.id);
  return dropped && isThere ? resolveTarget(designer.design, dropped) : insertionPoint(designer);
}
