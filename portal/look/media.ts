/** A media query to read and to subscribe to. */
export interface Media {
  now: () => boolean;
  /** Subscribes to changes. Returns the unsubscribe function. */
  watch: (listener: () => void) => () => void;
}

/**
 * Wraps `matchMedia` and caches the value of the last `change` event. Chromium fires no event for a change that was
 * read before its event, so a caller that only listens would miss it.
 */
export function mediaOf(query: string): Media {
  const list = matchMedia(query);
  let matches = list.matches;
  list.addEventListener('change', (event) => {
    matches = event.matches;
  });
  return {
    now: () => matches,
    watch: (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}
