import { useLayoutEffect, useRef } from 'react';

/** Hears each key that is pressed anywhere, from before anything is painted: who sees a page may press its keys. */
export function useKeydown(press: (event: KeyboardEvent) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => latest.current(event);
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
