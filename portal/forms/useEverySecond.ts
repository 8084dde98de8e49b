import { useSyncExternalStore } from 'react';

/** Re-evaluates a text about elapsed time every second and re-renders if it changed. */
export const useEverySecond = (words: () => string): string => useSyncExternalStore(everySecond, words);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** A single shared timer for the whole page. */
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
