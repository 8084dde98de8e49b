import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { isLarge } from '#portal/forms/isLarge.ts';
import { useStore } from '#portal/forms/store/hooks.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import { useIsAround } from './selection.ts';

interface NearPartProps {
  /** What stands around it on the canvas. */
  frame: RefObject<HTMLElement | null>;
  widget: SoundWidget;
  children: ReactNode;
}

/** A widget on the canvas; of a large form only what is near the part that is in sight, so that an edit paints no more. */
export function NearPart({ frame, widget, children }: NearPartProps) {
  const { form } = useStore();
  const isPart = widget.parent?.parent === null || (widget.parent?.type === 'container' && widget.type === 'container');
  if (!isLarge(form) || !isPart) return children;
  return (
    <WhileNear frame={frame} widget={widget}>
      {children}
    </WhileNear>
  );
}

/** How far from the edge of what is in sight something counts as near, in pixels. */
const ahead = '400px 0px';
/** How high a row is taken to be before it was painted, in pixels. */
const expectedRow = 76;
/** So many widgets are there at once, before it is known what is in sight. */
const first = 30;

/**
 * Shown while it is near, while something in it is selected, and while the focus is in it; else its place is kept, as high
 * as it was.
 */
function WhileNear({ frame, widget, children }: NearPartProps) {
  const isAround = useIsAround(widget.id);
  const [hasFocus, setFocus] = useState(false);
  const [{ isNear, height }, setSeen] = useState({
    isNear: widget.number < first,
    height: Math.max(1, widget.rows.length) * expectedRow,
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const look = (entries: IntersectionObserverEntry[]) => {
      const entry = entries.at(-1);
      // Its height as it leaves is that of what stands in it.
      if (entry) setSeen({ isNear: entry.isIntersecting, height: entry.boundingClientRect.height });
    };
    const observer = new IntersectionObserver(look, { root: element.closest('[data-scrolls]'), rootMargin: ahead });
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
