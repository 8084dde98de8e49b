import { createContext, use, useSyncExternalStore } from 'react';

/**
 * Selection store of the canvas. Each frame subscribes to its own state only, so a selection change renders few frames.
 */
export interface SelectionStore {
  /** Id of the root, which shows no selection frame. */
  root: string;
  ids: () => readonly string[];
  /** Ancestors of the widget that was selected last. */
  ancestors: () => ReadonlySet<string>;
  select: (ids: readonly string[], around: readonly string[]) => void;
  watch: (listener: () => void) => () => void;
}

/** Creates the selection store of a canvas, initially empty. */
export function createSelectionStore(root: string): SelectionStore {
  const listeners = new Set<() => void>();
  let selected: readonly string[] = [];
  let around: ReadonlySet<string> = new Set();
  return {
    root,
    ids: () => selected,
    ancestors: () => around,
    select: (ids, outer) => {
      if (ids === selected && outer.length === around.size && outer.every((id) => around.has(id))) return;
      selected = ids;
      around = new Set(outer);
      for (const listener of listeners) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const SelectionContext = createContext<SelectionStore>(createSelectionStore(''));

/** Whether the widget is selected. */
export function useIsSelected(id: string): boolean {
  const { watch, ids, root } = use(SelectionContext);
  return useSyncExternalStore(watch, () => id !== root && ids().includes(id));
}

/** Whether the widget is an ancestor of the one that was selected last. */
export function useIsSelectionAncestor(id: string): boolean {
  const { watch, ancestors } = use(SelectionContext);
  return useSyncExternalStore(watch, () => ancestors().has(id));
}
