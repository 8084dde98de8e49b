let ids: readonly string[] = [];
const listeners = new Set<() => void>();

/** The orders that are being deleted (`deleteWithUndo.ts`). Lists hide them. */
export const pendingDeletions = {
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
