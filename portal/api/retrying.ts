/** How long until what got no answer is tried again by itself, in milliseconds. */
export const retryAfter = 10_000;

/** Calls back when another try is worth it: the network is back, the person is, or a while has passed. Answers how to stop it. */
export function whenReachable(tryAgain: () => void): () => void {
  const tryIfSeen = () => {
    if (document.visibilityState === 'visible') tryAgain();
  };
  const timer = setInterval(tryIfSeen, retryAfter);
  addEventListener('online', tryAgain);
  document.addEventListener('visibilitychange', tryIfSeen);
  return () => {
    clearInterval(timer);
    removeEventListener('online', tryAgain);
    document.removeEventListener('visibilitychange', tryIfSeen);
  };
}

/** Style sheets that did not arrive are asked for again: code that is fetched anew takes them as being there. */
export function refetchStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
}
