/** The loading state of an explanation. */
export function ExplanationLoading() {
  return <p>Loading…</p>;
}

/** The fallback if the explanation could not be loaded, for example offline. */
export function ExplanationFailed() {
  return <p>The explanation couldn't be loaded. Check your connection and reload the page.</p>;
}
