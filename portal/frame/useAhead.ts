import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchAhead } from './pages.tsx';

/** So long a pointer or the focus stays where somebody means to go, and is not on its way past. Milliseconds. */
const meant = 60;

/** Fetches ahead what a link leads to, once it is pointed at, focused or pressed: its page opens without waiting. */
export function useAhead(): void {
  const cache = useQueryClient();
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const hear = ({ type, target }: Event) => {
      clearTimeout(waiting);
      const link = target instanceof Element && target.closest('a');
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
      const go = () => fetchAhead(link.pathname, cache);
      if (type === 'pointerdown') go();
      else waiting = setTimeout(go, meant);
    };
    for (const type of events) addEventListener(type, hear, { passive: true });
    return () => {
      clearTimeout(waiting);
      for (const type of events) removeEventListener(type, hear);
    };
  }, [cache]);
}

const events = ['pointerover', 'focusin', 'pointerdown'];
