import type { FormStore } from '../store/formStore.ts';

/** Whether files of a form are on their way, for who knows nothing else of uploads: those come after what can be typed in (performance 2). */
export interface UnderWay {
  /** An order is not sent before its files are there. */
  is: () => boolean;
  watch: (listener: () => void) => () => void;
  tell: (isUnderWay: boolean) => void;
}

const all = new WeakMap<FormStore, UnderWay>();

export function underWayOf(store: FormStore): UnderWay {
  const known = all.get(store) ?? makeUnderWay();
  all.set(store, known);
  return known;
}

function makeUnderWay(): UnderWay {
  const listeners = new Set<() => void>();
  let isUnderWay = false;
  return {
    is: () => isUnderWay,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (next) => {
      isUnderWay = next;
      for (const listener of listeners) listener();
    },
  };
}
