import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type Edge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { createContext, use, useEffect, useRef, useState } from 'react';
import type { MarkedProps, Marks } from '#portal/forms/marks/marks.ts';
import { type Dragged, dropData } from './dragging.ts';
import styles from './Frame.module.css';

/** What the frames of a form know of its canvas. */
export const CanvasContext = createContext<{ selected: readonly string[]; root: string }>({ selected: [], root: '' });

/** What stands around a widget while it is designed: it is taken hold of there, and says where something would be dropped. */
function Frame({ widget, children }: MarkedProps) {
  const { selected, root } = use(CanvasContext);
  const [mark, setMark] = useState<Edge | 'into' | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isSelected = selected.includes(widget.id);
  const ids = isSelected && selected.length > 1 ? selected : null;
  // The root, and what stands in a list or modal, stay with it.
  const isFixed = widget.parent === null || widget.parent.type !== 'container';
  const isEmpty = widget.type === 'container' && widget.rows.length === 0;
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const stopDropping = dropTargetForElements({
      element,
      getData: ({ input }) =>
        dropData(widget.id, isEmpty || isFixed, {
          ...{ element, input },
          allowedEdges: ['top', 'bottom', 'left', 'right'],
        }),
      onDrag: ({ self, location }) => {
        const isHere = location.current.dropTargets[0]?.element === element;
        setMark(isHere ? (extractClosestEdge(self.data) ?? 'into') : null);
      },
      onDragLeave: () => setMark(null),
      onDrop: () => setMark(null),
    });
    if (isFixed) return stopDropping;
    const stopDragging = draggable({ element, getInitialData: () => ({ ids: ids ?? [widget.id] }) satisfies Dragged });
    return () => {
      stopDropping();
      stopDragging();
    };
  }, [widget.id, isEmpty, isFixed, ids]);
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-widget={widget.id}
      data-selected={(isSelected && widget.id !== root) || undefined}
      data-mark={mark ?? undefined}
    >
      {children}
      {isEmpty ? <p className={styles.empty}>Nothing in it yet: add or drop something here.</p> : null}
    </div>
  );
}

/** Frames around all widgets of a form, for `MarksContext`. */
export const frames: Marks = { isMarked: () => true, kindOfRow: () => undefined, Marked: Frame };
