import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Arriving at another page begins at its top, also for those who follow the focus. A step back leaves scrolling to the
 * browser, which remembers where one was.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const left = useRef(pathname);
  useEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    if (!isBack) scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, isBack, main]);
}
