import { useLayoutEffect, useRef } from 'react';

/**
 * Listens to `keydown` on the window. A layout effect subscribes before the first paint, so that the keys work as soon
 * as the page is visible.
 */
export function useKeydown(onKeydown: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKeydown);
  latest.current = onKeydown;
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
