import { createContext, use, useSyncExternalStore } from 'react';

/** What is selected on a canvas: each of its frames hears of its own selection only. */
export interface Selection {
  /** The whole form, which has no frame to show. */
  root: string;
  ids: () => readonly string[];
  /** What stands around the one that was selected last. */
  around: () => ReadonlySet<string>;
  take: (ids: readonly string[], around: readonly string[]) => void;
  watch: (listener: () => void) => () => void;
}

export function createSelection(root: string): Selection {
  const listeners = new Set<() => void>();
  let now: readonly string[] = [];
  let around: ReadonlySet<string> = new Set();
  return {
    root,
    ids: () => now,
    around: () => around,
    take: (ids, outer) => {
      if (ids === now && outer.length === around.size && outer.every((id) => around.has(id))) return;
      now = ids;
      around = new Set(outer);
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

/** Whether the widget that was selected last stands in this one. */
export function useIsAround(id: string): boolean {
  const { watch, around } = use(SelectionContext);
  return useSyncExternalStore(watch, () => around().has(id));
}
