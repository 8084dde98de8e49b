import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { loadPage, RoutesContext } from './route.ts';

/** How long the pointer or focus has to rest on a link before its page is preloaded, in milliseconds. */
const hoverDelay = 60;

/** Prefetch on hover: preloads the page behind a link when the link is hovered, focused or pressed. */
export function usePreloadOnHover(): void {
  const cache = useQueryClient();
  const routes = use(RoutesContext);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleEvent = ({ type, target }: Event) => {
      clearTimeout(timer);
      const link = target instanceof Element && target.closest('a');
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
      const go = () => loadPage(link.pathname, routes, cache);
      if (type === 'pointerdown') go();
      else timer = setTimeout(go, hoverDelay);
    };
    for (const type of events) addEventListener(type, handleEvent, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of events) removeEventListener(type, handleEvent);
    };
  }, [cache, routes]);
}

const events = ['pointerover', 'focusin', 'pointerdown'];
