import { type RefObject, useEffect, useState } from 'react';

/** How far from the edge of what is in sight something counts as near, in pixels. */
const ahead = '600px 0px';

/** Whether an element is in sight, or nearly: of the window, or of the box around it that `boxOf` finds. */
export function useNear(
  element: RefObject<Element | null>,
  isNearAtFirst: boolean,
  boxOf: (element: Element) => Element | null = noBox,
): boolean {
  const [isNear, setNear] = useState(isNearAtFirst);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: boxOf(element.current),
      rootMargin: ahead,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, boxOf]);
  return isNear;
}

const noBox = () => null;
