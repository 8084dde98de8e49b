/** Retry interval in milliseconds for requests that got no response. */
export const retryInterval = 10_000;

/**
 * Calls `tryAgain` when a retry may succeed: when the network is back, when the tab becomes visible, and at a fixed
 * interval while it is visible. Returns the function that stops the retries.
 */
export function onReachable(tryAgain: () => void): () => void {
  const retryIfVisible = () => {
    if (document.visibilityState === 'visible') tryAgain();
  };
  const timer = setInterval(retryIfVisible, retryInterval);
  addEventListener('online', tryAgain);
  document.addEventListener('visibilitychange', retryIfVisible);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryAgain);
    document.removeEventListener('visibilitychange', retryIfVisible);
  };
}

/**
 * Reloads style sheets that failed to load. The code chunks that need them do not request them again when they are
 * retried.
 */
export function reloadFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
}
