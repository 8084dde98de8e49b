import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { mediaOf } from '../look/media.ts';

const lessMotion = mediaOf('(prefers-reduced-motion: reduce)');
/** As long as a dialog takes (look). */
const fade = { duration: 100, easing: 'ease-out' };

/**
 * Arriving at another page begins at its top, also for those who follow the focus, and the page fades in where the person wants
 * motion. A step back leaves scrolling to the browser, which remembers where one was; it is there at once, as what only leads on is. A view transition
 * would hold the page back until the browser has pictures of both: a third of what a click on an order takes.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const left = useRef(pathname);
  // Before it is painted, or it would be seen once before it fades in.
  useLayoutEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    if (how !== 'POP') scrollTo(0, 0);
    if (how === 'PUSH' && !lessMotion.now()) main.current?.animate({ opacity: [0, 1] }, fade);
    main.current?.focus({ preventScroll: true });
  }, [pathname, how, main]);
}
