import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** The width of a form up to which rows are cards, in pixels: of a window of 480. */
const narrowForm = 448;

/**
 * Whether the form around an element is narrow: on a phone, and in the designer's preview of one. Before it is laid out,
 * the window decides.
 */
export function useNarrowForm(place: RefObject<Element | null>): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth <= narrowForm);
  useLayoutEffect(() => {
    const form = place.current?.closest('[data-form]');
    if (!form) return undefined;
    const observer = new ResizeObserver(() => setNarrow(form.clientWidth <= narrowForm));
    setNarrow(form.clientWidth <= narrowForm);
    observer.observe(form);
    return () => observer.disconnect();
  }, [place]);
  return isNarrow;
}

/** How far outside the viewport an element counts as near, in pixels. */
const nearMargin = '600px 0px';

/**
 * Whether an element is in or near the viewport (IntersectionObserver), or of the scroll container that `boxOf` finds.
 * Used for virtualization.
 */
export function useVisibleRange(
  element: RefObject<Element | null>,
  isNearAtFirst: boolean,
  boxOf: (element: Element) => Element | null = noBox,
): boolean {
  const [isNear, setNear] = useState(isNearAtFirst);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: boxOf(element.current),
      rootMargin: nearMargin,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, boxOf]);
  return isNear;
}

const noBox = () => null;
