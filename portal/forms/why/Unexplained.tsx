/** Stands where the words are about to come. */
export function OneMoment() {
  return <p>One moment…</p>;
}

/** Stands where the words could not be fetched, say without a network. */
export function Unexplained() {
  return <p>The explanation could not be loaded. Check your connection and open this page again.</p>;
}
