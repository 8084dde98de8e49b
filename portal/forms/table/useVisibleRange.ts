import { type RefObject, useEffect, useState } from 'react';

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
