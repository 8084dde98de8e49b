import { useSyncExternalStore } from 'react';

let isCovered = false;
const listeners = new Set<() => void>();

/** Sets whether the designer covers the form's page. */
export function setPageCovered(next: boolean): void {
  isCovered = next;
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether the designer covers the page. The page skips updates meanwhile: nobody sees them, and following each edit of
 * a large form is expensive.
 */
export const usePageCovered = (): boolean => useSyncExternalStore(watch, () => isCovered);
