/** The loading state of an explanation. */
export function ExplanationLoading() {
  return <p>One moment…</p>;
}

/** The fallback if the explanation could not be loaded, for example offline. */
export function ExplanationFailed() {
  return <p>The explanation could not be loaded. Check your connection and open this page again.</p>;
}
