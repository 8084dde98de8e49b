/** Whether something holds of the window or of what it is shown on. */
export interface Media {
  now: () => boolean;
  /** Hears when that changes. Answers how to stop it. */
  watch: (listener: () => void) => () => void;
}

/**
 * What a media query says, as its last event has told it: Chromium tells no change of a query that was read after the
 * change and before its event, so that whoever only listens would stay with what was.
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
