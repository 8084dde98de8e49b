let ids: readonly string[] = [];
const listeners = new Set<() => void>();

/** The orders on their way out (`deletions.ts`), which the list of orders leaves out. */
export const leaving = {
  ids: () => ids,
  watch(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  set(next: readonly string[]) {
    ids = next;
    for (const listener of listeners) listener();
  },
};
