import { useSyncExternalStore } from 'react';

/** Words about the time that has passed: looked at every second, and rendered again when they are others. */
export const useTicking = (words: () => string): string => useSyncExternalStore(everySecond, words);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all on the page. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
