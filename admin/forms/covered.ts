import { useSyncExternalStore } from 'react';

let isCovered = false;
const listeners = new Set<() => void>();

/** Says whether the designer stands over the page of a form. */
export function coverPage(next: boolean): void {
  isCovered = next;
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the designer stands over the page: nobody sees what stands there, and to follow each edit of a large form costs much. */
export const useIsCovered = (): boolean => useSyncExternalStore(watch, () => isCovered);
