import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type Edge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { Box } from '@mui/material';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { isLarge } from '#portal/forms/isLarge.ts';
import type { FormChangeMarks, MarkedProps } from '#portal/forms/marks/marks.ts';
import { useFormStore } from '#portal/forms/store/hooks.ts';
import type { AnyWidget, ValidWidget } from '#schemas/forms/form.ts';
import { type DragData, dropData, parseDragData } from './drag-data.ts';
import { SelectionContext, useIsSelected, useIsSelectionAncestor } from './selection-store.ts';
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
  const isEmpty = hasNoWidgets(widget) || (widget.type === 'table' && widget.inside.every(hasNoWidgets));
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
      {isEmpty ? (
        <p className={styles.empty}>
          {widget.type === 'table'
            ? 'No columns. Add or drop a widget here for each.'
            : 'Empty. Add or drop a widget here.'}
        </p>
      ) : null}
      {right ? <ResizeHandle left={id} right={right.id} ratio={right.ratio} isReached={isSelected} /> : null}
    </div>
  );
}

const hasNoWidgets = (widget: AnyWidget) => widget.type === 'container' && widget.rows.length === 0;

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

interface NearPartProps {
  /** The frame around the widget on the canvas. */
  frame: RefObject<HTMLElement | null>;
  widget: ValidWidget;
  children: ReactNode;
}

/**
 * Virtualized rendering of large forms: only widgets near the visible area are rendered, so that an edit stays cheap.
 */
function VirtualizedPart({ frame, widget, children }: NearPartProps) {
  const { form } = useFormStore();
  const isPart = widget.parent?.parent === null || (widget.parent?.type === 'container' && widget.type === 'container');
  if (!isLarge(form) || !isPart) return children;
  return (
    <VirtualizedWidget frame={frame} widget={widget}>
      {children}
    </VirtualizedWidget>
  );
}

/** Distance in pixels from the visible area within which widgets are rendered. */
const margin = '400px 0px';
/** Estimated row height in pixels, used until the row has been rendered. */
const expectedRow = 76;
/** Number of widgets rendered on the first pass, before the visible area is known. */
const initialCount = 30;

/**
 * Renders its children while it is near the visible area, contains the selection or has focus. Otherwise a placeholder
 * keeps the last height.
 */
function VirtualizedWidget({ frame, widget, children }: NearPartProps) {
  const isAround = useIsSelectionAncestor(widget.id);
  const [hasFocus, setFocus] = useState(false);
  const [{ isNear, height }, setSeen] = useState({
    isNear: widget.number < initialCount,
    height: Math.max(1, widget.rows.length) * expectedRow,
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const look = (entries: IntersectionObserverEntry[]) => {
      const entry = entries.at(-1);
      // When it leaves, this is the height of the rendered content.
      if (entry) setSeen({ isNear: entry.isIntersecting, height: entry.boundingClientRect.height });
    };
    const observer = new IntersectionObserver(look, { root: element.closest('[data-scrolls]'), rootMargin: margin });
    observer.observe(element);
    const enter = () => setFocus(true);
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setFocus(false);
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [frame]);
  return isNear || isAround || hasFocus ? children : <div style={{ height }} />;
}

/** Sets a column's share of the width that it has together with the next column. */
export const ResizeContext = createContext<{ resize: (left: string, part: number) => void }>({ resize: () => {} });

interface ResizeHandleProps {
  left: string;
  right: string;
  /** The left column's share. */
  ratio: number;
  /** Whether the handle is a tab stop. Only one of many is. */
  isReached: boolean;
}

/** Resize handle between two columns, for pointer and arrow keys. */
function ResizeHandle({ left, right, ratio, isReached }: ResizeHandleProps) {
  const { resize } = use(ResizeContext);
  const press = (event: PointerEvent<HTMLElement>) => {
    const handle: HTMLElement = event.currentTarget;
    const row = handle.closest('[data-widget]')?.parentElement?.parentElement;
    const sides = [left, right].map((id) =>
      row?.querySelector(`[data-widget="${CSS.escape(id)}"]`)?.getBoundingClientRect(),
    );
    const [one, other] = sides;
    if (event.button !== 0 || !row || !one || !other) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const partAt = ({ clientX }: { clientX: number }) => within((clientX - one.left) / (other.right - one.left));
    const end = new AbortController();
    const { signal } = end;
    const show = (move: globalThis.PointerEvent) => {
      handle.style.translate = `${move.clientX - event.clientX}px`;
    };
    const stop = () => {
      handle.style.translate = '';
      end.abort();
    };
    handle.addEventListener('pointermove', show, { signal });
    handle.addEventListener('pointercancel', stop, { signal });
    handle.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal });
    handle.addEventListener(
      'pointerup',
      (up) => {
        stop();
        resize(left, partAt(up));
      },
      { signal },
    );
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    resize(left, within(ratio + step));
  };
  return (
    <Box
      role="separator"
      aria-orientation="vertical"
      aria-label="Resize the columns on either side"
      aria-valuemin={10}
      aria-valuemax={90}
      aria-valuenow={Math.round(ratio * 100)}
      tabIndex={isReached ? 0 : -1}
      className={styles.handle}
      // Keeps the drag from moving the widget around the handle.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={press}
      onKeyDown={keys}
    />
  );
}

const keyStep = 1 / 12;
const within = (part: number) => Math.min(0.9, Math.max(0.1, part));
