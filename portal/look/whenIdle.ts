/** Browsers that do not tell when they are idle are given this long. Milliseconds. */
const pause = 1_000;

/** Does something once the browser has nothing else to do. Answers how to leave it. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, pause);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(act);
  return () => cancelIdleCallback(waiting);
}
