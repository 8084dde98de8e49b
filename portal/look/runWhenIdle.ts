/** The delay in browsers without `requestIdleCallback`. Milliseconds. */
const fallbackDelay = 1_000;

/** Runs a callback when the browser is idle. Returns the function to cancel it. */
export function runWhenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, fallbackDelay);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}
