import type { Input } from '@atlaskit/pragmatic-drag-and-drop/types';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import type { Design } from '#schemas/designing/design.ts';
import { type Target, targetBelow } from '#schemas/designing/targets.ts';
import { findWidget } from '#schemas/designing/tree.ts';

/** Drag data: ids of widgets in the form, the name of a palette entry, or the id of a block. */
export type DragData = { ids: readonly string[] } | { entry: string } | { block: string };

/** Drop target: an edge of a widget, or the inside of a container. */
export interface DropTarget {
  id: string;
  edge: Edge | null;
}

/** Parses drag data; null if the drag is not one of the designer's. */
export function parseDragData(data: Record<string, unknown>): DragData | null {
  const { ids, entry, block } = data;
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return { ids };
  if (typeof block === 'string') return { block };
  return typeof entry === 'string' ? { entry } : null;
}

/** Drop data of a widget: its nearest edge, or no edge if the drop goes inside. */
export function dropData(id: string, acceptsChildren: boolean, { element, input }: { element: Element; input: Input }) {
  if (acceptsChildren) return { id };
  return attachClosestEdge({ id }, { element, input, allowedEdges: ['top', 'bottom', 'left', 'right'] });
}

/** Parses the drop data of a widget; null if it has none. */
export function parseDropTarget(data: Record<string | symbol, unknown>): DropTarget | null {
  return typeof data.id === 'string' ? { id: data.id, edge: extractClosestEdge(data) } : null;
}

/** Resolves a drop to a position in the design. */
export function resolveTarget(design: Design, { id, edge }: DropTarget): Target {
  if (edge === null) return { container: findWidget(design, id).widget.content?.id ?? id, before: null };
  if (edge === 'left' || edge === 'right') return { beside: id, side: edge };
  if (edge === 'bottom') return targetBelow(design, id);
  const { column } = findWidget(design, id);
  return { container: column?.spot.container ?? design.root.id, before: id };
}
