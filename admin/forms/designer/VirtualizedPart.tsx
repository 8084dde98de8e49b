import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { isLarge } from '#portal/forms/isLarge.ts';
import { useFormStore } from '#portal/forms/store/hooks.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { useIsSelectionAncestor } from './selection-store.ts';

interface NearPartProps {
  /** The frame around the widget on the canvas. */
  frame: RefObject<HTMLElement | null>;
  widget: ValidWidget;
  children: ReactNode;
}

/**
 * Virtualized rendering of large forms: only widgets near the visible area are rendered, so that an edit stays cheap.
 */
export function VirtualizedPart({ frame, widget, children }: NearPartProps) {
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
