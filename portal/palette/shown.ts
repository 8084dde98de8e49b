/** What stands over the page for who looks for something: the palette, or the list of the keys. */
export type Shown = 'palette' | 'keys' | null;

const listeners = new Set<() => void>();
let current: Shown = null;

/** What is shown now. */
export const shownNow = (): Shown => current;

/** Shows something else, or nothing. */
export function show(next: Shown): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Calls back after each change. Answers how to stop it. */
export function watchShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
