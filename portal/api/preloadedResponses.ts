/** Maximum age of a preloaded response, in milliseconds since navigation start. */
const fresh = 20_000;

const answers = new Map<string, string>();

/** Moves the preloaded responses that the server embedded in the page (`preloadManifest.ts`) from the DOM into memory. */
export function readPreloadedResponses(page: Document): void {
  for (const element of page.querySelectorAll<HTMLScriptElement>('script[data-answer]')) {
    answers.set(element.dataset.answer ?? '', element.text);
    element.remove();
  }
}

/** Returns the preloaded response for an address, once. A second request for the same address needs current data. */
export function consumePreloadedResponse(address: string): string | undefined {
  const answer = performance.now() < fresh ? answers.get(address) : undefined;
  answers.delete(address);
  return answer;
}

/**
 * Discards all preloaded responses: after a write they may be stale, and after a sign-in they may belong to somebody
 * else.
 */
export function clearPreloadedResponses(): void {
  answers.clear();
}
