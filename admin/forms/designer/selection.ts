import { createContext, use, useSyncExternalStore } from 'react';

/** What is selected on a canvas: each of its frames hears of its own selection only. */
export interface Selection {
  /** The whole form, which has no frame to show. */
  root: string;
  ids: () => readonly string[];
  take: (ids: readonly string[]) => void;
  watch: (listener: () => void) => () => void;
}

export function createSelection(root: string): Selection {
  const listeners = new Set<() => void>();
  let now: readonly string[] = [];
  return {
    root,
    ids: () => now,
    take: (ids) => {
      if (ids === now) return;
      now = ids;
      for (const listener of listeners) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const SelectionContext = createContext<Selection>(createSelection(''));

/** Whether a widget is selected. */
export function useIsSelected(id: string): boolean {
  const { watch, ids, root } = use(SelectionContext);
  return useSyncExternalStore(watch, () => id !== root && ids().includes(id));
}
