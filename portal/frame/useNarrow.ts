import { useSyncExternalStore } from 'react';

/** As the style sheets have it: from here down the rail is a bar at the bottom. */
const narrow = matchMedia('(max-width: 719px)');

/** Whether the window is as narrow as a phone's. */
export const useNarrow = () => useSyncExternalStore(watch, () => narrow.matches);

function watch(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}
