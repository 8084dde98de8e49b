import { below, type Target } from '#schemas/designing/targets.ts';
import { findWidget, widgetsIn } from '#schemas/designing/tree.ts';
import { type Dropped, targetOf } from './dragging.ts';
import type { Designer } from './useDesigner.ts';

/** Where what is added goes: into a selected container, else below what is selected, else at the end. */
export function afterSelection({ design, selected }: Pick<Designer, 'design' | 'selected'>): Target {
  const last = selected.at(-1);
  const holder = last?.content ?? last ?? design.root;
  if (holder.type === 'container') return { container: holder.id, before: null };
  return findWidget(design, holder.id).column ? below(design, holder.id) : { container: design.root.id, before: null };
}

/** Where something is dropped, unless that has gone since: then where it would go without a drag. */
export function after({
  dropped,
  ...designer
}: Pick<Designer, 'design' | 'selected'> & { dropped?: Dropped | undefined }): Target {
  const isThere = [...widgetsIn(designer.design.root)].some(({ widget }) => widget.id === dropped?.id);
  return dropped && isThere ? targetOf(designer.design, dropped) : afterSelection(designer);
}
