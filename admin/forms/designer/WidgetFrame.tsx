import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type Edge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { use, useEffect, useRef, useState } from 'react';
import type { FormChangeMarks, MarkedProps } from '#portal/forms/marks/marks.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { type DragData, dropData, parseDragData } from './drag-data.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import { SelectionContext, useIsSelected } from './selection-store.ts';
import { VirtualizedPart } from './VirtualizedPart.tsx';
import styles from './WidgetFrame.module.css';

/** Frame around a widget on the canvas: it is the drag handle and the drop target, and marks where a drop would go. */
function Frame({ widget, children }: MarkedProps) {
  const selection = use(SelectionContext);
  const isSelected = useIsSelected(widget.id);
  const [mark, setMark] = useState<Edge | 'into' | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { id } = widget;
  // The root, and the container inside a list or modal, cannot be moved.
  const isFixed = widget.parent === null || widget.parent.type !== 'container';
  const isEmpty = widget.type === 'container' && widget.rows.length === 0;
  const acceptsChildren = isEmpty || isFixed;
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const stopDropping = dropTargetForElements({
      element,
      getData: ({ input }) => dropData(id, acceptsChildren, { element, input }),
      onDrag: ({ self, source, location }) => {
        const isHere = location.current.dropTargets[0]?.element === element;
        const dragged = parseDragData(source.data);
        const isItself = dragged !== null && 'ids' in dragged && dragged.ids.includes(id);
        setMark(isHere && !isItself ? (extractClosestEdge(self.data) ?? 'into') : null);
      },
      onDragLeave: () => setMark(null),
      onDrop: () => setMark(null),
    });
    if (isFixed) return stopDropping;
    const stopDragging = draggable({
      element,
      // The drag takes the whole selection along.
      getInitialData: () => ({ ids: selection.ids().includes(id) ? selection.ids() : [id] }) satisfies DragData,
    });
    return () => {
      stopDropping();
      stopDragging();
    };
  }, [id, acceptsChildren, isFixed, selection]);
  const right = neighbourOf(widget);
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-widget={id}
      data-selected={isSelected || undefined}
      data-mark={mark ?? undefined}
    >
      <VirtualizedPart frame={frame} widget={widget}>
        {children}
      </VirtualizedPart>
      {isEmpty ? <p className={styles.empty}>Empty. Add or drop a widget here.</p> : null}
      {right ? <ResizeHandle left={id} right={right.id} ratio={right.ratio} isReached={isSelected} /> : null}
    </div>
  );
}

/** Returns the next widget in the row, and this widget's share of their combined width. */
function neighbourOf({ id, parent }: ValidWidget): { id: string; ratio: number } | null {
  // Columns of tables and masonry layouts are sized differently.
  if (parent?.type !== 'container' || parent.config.layoutMode === 'masonry' || parent.parent?.type === 'table')
    return null;
  for (const { columns } of parent.rows) {
    const at = columns.findIndex(({ widget }) => widget.id === id);
    const [column, next] = [columns[at], columns[at + 1]];
    if (column) return next ? { id: next.widget.id, ratio: column.ratio / (column.ratio + next.ratio) } : null;
  }
  return null;
}

/** Frames for all widgets of a form, for `ChangeMarksContext`. */
export const widgetFrames: FormChangeMarks = {
  isMarked: () => true,
  kindOfRow: () => undefined,
  areModalsInline: true,
  Marked: Frame,
};
