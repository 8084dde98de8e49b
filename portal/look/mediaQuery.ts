/** A media query to read and to subscribe to. */
export interface MediaQueryState {
  matches: () => boolean;
  /** Subscribes to changes. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

/**
 * Wraps `matchMedia` and caches the value of the last `change` event. Chromium fires no event for a change that was
 * read before its event, so a caller that only listens would miss it.
 */
export function watchMediaQuery(query: string): MediaQueryState {
  const list = matchMedia(query);
  let matches = list.matches;
  list.addEventListener('change', (event) => {
    matches = event.matches;
  });
  return {
    matches: () => matches,
    subscribe: (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}
